import { PASSWORD_MAX, PASSWORD_MIN } from '#kernel/specification.ts'
import { charactersOf } from '#kernel/typed.ts'
import { isSamePassword } from '../model/same-password.ts'

/** The things that can be lost, the likeliest first. */
export const RECOVERED = ['password', 'passkey', 'phone', 'transaction-password'] as const
export type What = (typeof RECOVERED)[number]

export type RecoveryForm = {
  mobile: string
  newMobile: string
  verificationCode: string
  nameKana: string
  documentNumber: string
  password: string
  newPassword: string
  confirmPassword: string
}
export const EMPTY_RECOVERY: RecoveryForm = {
  mobile: '',
  newMobile: '',
  verificationCode: '',
  nameKana: '',
  documentNumber: '',
  password: '',
  newPassword: '',
  confirmPassword: '',
}

export type RecoveryProblem =
  | 'required.code'
  | 'rejection.PASSWORD_REQUIRED'
  | 'rejection.PASSWORD_LENGTH'
  | 'rejection.PASSWORDS_DIFFER'

/**
 * Per field the text key (below `identity.`) of what is wrong with it, once the code is on its way; an empty
 * object when it may be sent.
 */
export function problemsOfRecovery(
  what: What,
  form: RecoveryForm,
): Partial<Record<keyof RecoveryForm, RecoveryProblem>> {
  const problems: Partial<Record<keyof RecoveryForm, RecoveryProblem>> = {}
  if (form.verificationCode.trim() === '') problems.verificationCode = 'required.code'
  if (what === 'password') {
    const length = charactersOf(form.newPassword)
    if (length < PASSWORD_MIN || length > PASSWORD_MAX) problems.newPassword = 'rejection.PASSWORD_LENGTH'
    if (!isSamePassword(form.newPassword, form.confirmPassword))
      problems.confirmPassword = 'rejection.PASSWORDS_DIFFER'
  } else if (form.password === '') problems.password = 'rejection.PASSWORD_REQUIRED'
  return problems
}
