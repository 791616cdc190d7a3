import { FORM_FIELDS, formProblem, normalizeForm, type LoanForm } from '../model/application.ts'

export type FormField = (typeof FORM_FIELDS)[number]

/** At which field a refusal is said; null: at none. */
const FIELDS = {
  LOAN_NAME_REQUIRED: 'name',
  LOAN_NAME_DIFFERS: 'name',
  LOAN_ID_REQUIRED: 'idNumber',
  LOAN_ID_DIFFERS: 'idNumber',
  LOAN_ADDRESS_REQUIRED: 'address',
  LOAN_ADDRESS_CHARACTERS: 'address',
  LOAN_ADDRESS_SHORT: 'address',
  LOAN_CONTACT_REQUIRED: 'contact',
  LOAN_CONTACT_FORMAT: 'contact',
  LOAN_EMAIL_REQUIRED: 'email',
  LOAN_EMAIL_FORMAT: 'email',
} as const satisfies Record<string, FormField>
export type FieldRejection = keyof typeof FIELDS
export const isFieldRejection = (rejection: string | null): rejection is FieldRejection =>
  rejection !== null && rejection in FIELDS
export const fieldOf = (rejection: FieldRejection): FormField => FIELDS[rejection]

/** The problem of the typed form, by the server's own rule. */
export const problemOf = (form: LoanForm): FieldRejection | null => formProblem(normalizeForm(form))
