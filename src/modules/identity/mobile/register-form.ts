import { PASSWORD_MAX, PASSWORD_MIN } from '#kernel/specification.ts'
import { charactersOf } from '#kernel/typed.ts'
import { normalizeMobile } from '../model/mobile.ts'
import { isSamePassword } from '../model/same-password.ts'

/**
 * The thinking of the registration form: what is missing or wrong before the server is asked. Rules:
 * specification, chapter 5.
 */
export type RegisterForm = {
  mobile: string
  verificationCode: string
  password: string
  confirmPassword: string
  invitationCode: string
}

/** The part of it that is kept nowhere: a reload asks for it again. */
export const NO_SECRETS = { verificationCode: '', password: '', confirmPassword: '' }

export type RegisterProblem =
  | 'required.mobile'
  | 'required.code'
  | 'required.confirm'
  | 'rejection.MOBILE_FORMAT'
  | 'rejection.PASSWORD_LENGTH'
  | 'rejection.PASSWORDS_DIFFER'
  | 'rejection.INVITATION_REQUIRED'

/**
 * Per field the text key (below `identity.`) of what is wrong with it; an empty object when it may be sent.
 */
export function problemsOf(form: RegisterForm): Partial<Record<keyof RegisterForm, RegisterProblem>> {
  const problems: Partial<Record<keyof RegisterForm, RegisterProblem>> = {}
  if (form.mobile.trim() === '') problems.mobile = 'required.mobile'
  else if (normalizeMobile(form.mobile) === null) problems.mobile = 'rejection.MOBILE_FORMAT'
  if (form.verificationCode.trim() === '') problems.verificationCode = 'required.code'
  const length = charactersOf(form.password)
  if (length < PASSWORD_MIN || length > PASSWORD_MAX) problems.password = 'rejection.PASSWORD_LENGTH'
  if (form.confirmPassword === '') problems.confirmPassword = 'required.confirm'
  else if (!isSamePassword(form.confirmPassword, form.password))
    problems.confirmPassword = 'rejection.PASSWORDS_DIFFER'
  if (form.invitationCode.trim() === '') problems.invitationCode = 'rejection.INVITATION_REQUIRED'
  return problems
}

/** The field that a refusal of the server belongs to, so that it stands there. */
export function fieldOf(rejection: string | null): keyof RegisterForm | null {
  switch (rejection) {
    case 'MOBILE_FORMAT':
    case 'MOBILE_TAKEN':
    case 'TOO_MANY_CODES':
    case 'TOO_MANY_SMS':
    case 'SMS_COUNTRY':
    case 'SENDING_MISSING':
      return 'mobile'
    case 'PASSWORD_LENGTH':
    case 'PASSWORD_CHARACTERS':
    case 'PASSWORD_COMMON':
      return 'password'
    case 'PASSWORDS_DIFFER':
      return 'confirmPassword'
    case 'INVITATION_REQUIRED':
    case 'INVITATION_INVALID':
      return 'invitationCode'
    case 'VERIFICATION_INVALID':
      return 'verificationCode'
    default:
      return null
  }
}
