import { describe, expect, it } from 'vitest'
import { fieldOf, NO_SECRETS, problemsOf, type RegisterForm } from './register-form.ts'

const good: RegisterForm = {
  mobile: '090-1234-5678',
  verificationCode: '123456',
  password: 'lantern7',
  confirmPassword: 'lantern7',
  invitationCode: 'ABCDEFGHJK',
}

describe('registration form', () => {
  const cases: [name: string, change: Partial<RegisterForm>, problems: object][] = [
    ['complete', {}, {}],
    ['no mobile', { mobile: ' ' }, { mobile: 'required.mobile' }],
    ['a landline', { mobile: '03-1234-5678' }, { mobile: 'rejection.MOBILE_FORMAT' }],
    ['no code', { verificationCode: '' }, { verificationCode: 'required.code' }],
    [
      '5 characters',
      { password: 'a7b8c', confirmPassword: 'a7b8c' },
      { password: 'rejection.PASSWORD_LENGTH' },
    ],
    ['6 characters', { password: 'a7b8c9', confirmPassword: 'a7b8c9' }, {}],
    ['10 characters', { password: 'a7b8c9d0e1', confirmPassword: 'a7b8c9d0e1' }, {}],
    [
      '11 characters',
      { password: 'a7b8c9d0e1f', confirmPassword: 'a7b8c9d0e1f' },
      { password: 'rejection.PASSWORD_LENGTH' },
    ],
    ['six emoji count as six', { password: '🌅🌅🌅🌅🌅🌅', confirmPassword: '🌅🌅🌅🌅🌅🌅' }, {}],
    ['different', { confirmPassword: 'lantern8' }, { confirmPassword: 'rejection.PASSWORDS_DIFFER' }],
    [
      'a mark after its letter, as other keyboards send it',
      { password: 'pass-é', confirmPassword: 'pass-é'.normalize('NFD') },
      {},
    ],
    ['not confirmed', { confirmPassword: '' }, { confirmPassword: 'required.confirm' }],
    ['no invitation', { invitationCode: '' }, { invitationCode: 'rejection.INVITATION_REQUIRED' }],
  ]
  it.each(cases)('%s', (_, change, problems) => expect(problemsOf({ ...good, ...change })).toEqual(problems))

  it('an empty form names every field', () => {
    const empty: RegisterForm = { mobile: '', invitationCode: '', ...NO_SECRETS }
    expect(Object.keys(problemsOf(empty)).toSorted()).toEqual(Object.keys(empty).toSorted())
  })

  it.each([
    ['MOBILE_FORMAT', 'mobile'],
    ['MOBILE_TAKEN', 'mobile'],
    ['VERIFICATION_INVALID', 'verificationCode'],
    ['TOO_MANY_REGISTRATIONS', null],
    [null, null],
  ])('refusal %s stands at %s', (rejection, field) => expect(fieldOf(rejection)).toBe(field))
})
