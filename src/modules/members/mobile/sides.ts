import { useT } from '#client/texts.ts'
import type { TagTone } from '#ui/Tag.tsx'
import type { DocumentType } from '../model/identity-form.ts'
import type { Side, SideState } from '../model/verification.ts'

export const SIDE_TONES: Readonly<Record<Exclude<SideState, 'none'>, TagTone>> = {
  sent: 'brand',
  accepted: 'ok',
  rejected: 'danger',
}

const OF_CHIP = { front: 'members.identity.chip.portrait', back: 'members.identity.chip.selfie' } as const

/** A card has a front and a back, a passport two pages; with a chip go its portrait and a selfie. */
export function useSideLabel(type: DocumentType | null, isChip: boolean): (side: Side) => string {
  const t = useT()
  if (isChip) return (side) => t(OF_CHIP[side])
  return (side) => t(type === 'passport' ? `members.identity.${side}Passport` : `members.identity.${side}`)
}
