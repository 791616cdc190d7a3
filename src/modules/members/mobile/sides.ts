import { useT } from '#client/texts.ts'
import type { TagTone } from '#ui/Tag.tsx'
import type { DocumentType } from '../model/identity-form.ts'
import type { Side, SideState } from '../model/verification.ts'

export const SIDE_TONES: Readonly<Record<Exclude<SideState, 'none'>, TagTone>> = {
  sent: 'brand',
  accepted: 'ok',
  rejected: 'danger',
}

/** A card has a front and a back, a passport two pages. */
export function useSideLabel(type: DocumentType | null): (side: Side) => string {
  const t = useT()
  return (side) => t(type === 'passport' ? `members.identity.${side}Passport` : `members.identity.${side}`)
}
