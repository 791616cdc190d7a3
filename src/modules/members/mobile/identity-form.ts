import type { IdentityView } from '../contract.ts'
import { formProblem, normalizeForm, type FormRejection, type IdentityForm } from '../model/identity-form.ts'
import { isAboutDetails, SIDES } from '../model/verification.ts'

export const firstForm = ({ name, kana, idNumber, documentType }: IdentityView): IdentityForm => ({
  name,
  kana,
  idNumber,
  documentType: documentType ?? 'licence',
})

/** The form with what the chip says; the rest is typed. */
export const ofChip = (form: IdentityForm, chip: IdentityView['chip']): IdentityForm =>
  chip === null
    ? form
    : { ...form, name: chip.name, idNumber: chip.idNumber, documentType: chip.documentType }

/** The problem of the typed form. A number that is still hidden is the one of before, or the chip's. */
export function problemOf(form: IdentityForm, identity: IdentityView): FormRejection | null {
  const rejection = formProblem(normalizeForm(form))?.rejection ?? null
  const isHidden =
    identity.idNumber !== '' &&
    form.idNumber === identity.idNumber &&
    form.documentType === identity.documentType
  const isOfChip = identity.chip !== null && form.idNumber === identity.chip.idNumber
  return rejection === 'ID_NUMBER_FORMAT' && (isHidden || isOfChip) ? null : rejection
}

export type FormField = 'name' | 'kana' | 'idNumber'
const FIELDS: Readonly<Record<FormRejection, FormField>> = {
  ID_NAME_REQUIRED: 'name',
  ID_NAME_CHARACTERS: 'name',
  KANA_REQUIRED: 'kana',
  KANA_CHARACTERS: 'kana',
  ID_NUMBER_REQUIRED: 'idNumber',
  ID_NUMBER_FORMAT: 'idNumber',
}
export const fieldOf = (rejection: string | null): FormField | null =>
  FIELDS[rejection as FormRejection] ?? null

/** First step of the wizard: the name, the facts where they are missing or wrong, or the pictures. */
export function firstStep(identity: IdentityView): number {
  if (identity.status !== 'rejected') return 0
  const reasons = SIDES.map((side) => identity[side].reason).filter((reason) => reason !== null)
  if (reasons.some((reason) => isAboutDetails(reason) && reason !== 'facts-differ')) return 0
  return identity.facts === null || reasons.includes('facts-differ') ? 1 : 2
}

/** Sides that are still to be sent: nothing was, or what was sent is the one that was rejected. */
export const missingSides = (identity: IdentityView, isChip: boolean) =>
  SIDES.filter((side) => {
    const { status, reason, draftId } = identity[side]
    if (!isChip && identity.chip !== null && side === 'front') return true
    if (status === 'accepted' || draftId !== null) return false
    return status === 'none' || reason === null || !isAboutDetails(reason)
  })
