import { expect, it } from 'vitest'
import { EMPTY_RECOVERY, problemsOfRecovery, type RecoveryForm, type What } from './recovery-form.ts'

const code = { verificationCode: '123456' }
const cases: [name: string, what: What, change: Partial<RecoveryForm>, problems: object][] = [
  [
    'nothing typed',
    'password',
    {},
    { verificationCode: 'required.code', newPassword: 'rejection.PASSWORD_LENGTH' },
  ],
  [
    'a password of 5',
    'password',
    { ...code, newPassword: 'stone', confirmPassword: 'stone' },
    { newPassword: 'rejection.PASSWORD_LENGTH' },
  ],
  [
    'two passwords',
    'password',
    { ...code, newPassword: 'stone-31', confirmPassword: 'stone-32' },
    { confirmPassword: 'rejection.PASSWORDS_DIFFER' },
  ],
  [
    'a mark after its letter, as other keyboards send it',
    'password',
    { ...code, newPassword: 'stone-é', confirmPassword: 'stone-é'.normalize('NFD') },
    {},
  ],
  ['a whole form', 'password', { ...code, newPassword: 'stone-31', confirmPassword: 'stone-31' }, {}],
  ['a lost passkey without the password', 'passkey', code, { password: 'rejection.PASSWORD_REQUIRED' }],
  ['a lost passkey', 'passkey', { ...code, password: 'x' }, {}],
  ['a lost phone', 'phone', { ...code, newMobile: '09000000000', password: 'x' }, {}],
  [
    'a forgotten transaction password',
    'transaction-password',
    { password: 'x' },
    { verificationCode: 'required.code' },
  ],
]
it.each(cases)('%s', (_, what, change, problems) =>
  expect(problemsOfRecovery(what, { ...EMPTY_RECOVERY, ...change })).toEqual(problems),
)
