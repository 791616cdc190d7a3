import { expect, it } from 'vitest'
import {
  STEP_UP_ACTIONS,
  requiredFactors,
  signingPayload,
  type Factors,
  type StepUpAction,
  type RequiredFactors,
} from './step-up.ts'

const NOTHING: Factors = { passkeys: 0, totp: false }
const APP: Factors = { passkeys: 0, totp: true }
const PASSKEY: Factors = { passkeys: 1, totp: false }
const BOTH: Factors = { passkeys: 2, totp: true }
const PASSWORD = true

/**
 * Method with nothing (demo, outside of it), with the app alone, with a passkey, with both; and where the
 * transaction password is asked.
 */
type Row = [
  action: StepUpAction,
  demo: RequiredFactors['method'],
  bare: RequiredFactors['method'],
  app: RequiredFactors['method'],
  orTotp: boolean,
  asksPassword: { demo: boolean; passkey: boolean },
]
const rows: Row[] = [
  ['withdrawal', 'demo', null, 'totp', true, { demo: PASSWORD, passkey: PASSWORD }],
  ['bank-account.add', 'demo', null, null, false, { demo: PASSWORD, passkey: false }],
  ['bank-account.remove', 'demo', null, null, false, { demo: PASSWORD, passkey: false }],
  ['one-tap.arm', 'demo', null, 'totp', false, { demo: PASSWORD, passkey: false }],
  ['account.close', 'demo', null, null, false, { demo: PASSWORD, passkey: PASSWORD }],
  ['account.unfreeze', 'demo', null, 'totp', false, { demo: PASSWORD, passkey: false }],
  ['password.change', 'demo', null, null, false, { demo: false, passkey: false }],
  ['transaction-password.reset', null, null, null, false, { demo: false, passkey: false }],
  ['phone.change', 'demo', null, null, false, { demo: PASSWORD, passkey: false }],
  ['email.change', 'demo', null, 'totp', false, { demo: false, passkey: false }],
  ['api-key.make', 'demo', null, 'totp', false, { demo: PASSWORD, passkey: false }],
  ['factor.change', null, null, 'totp', false, { demo: false, passkey: false }],
]

it.each(rows)('%s', (action, demo, bare, app, orTotp, asksPassword) => {
  expect(requiredFactors(action, NOTHING, true)).toEqual({
    method: demo,
    orTotp: false,
    transactionPassword: asksPassword.demo,
  })
  expect(requiredFactors(action, NOTHING, false).method).toBe(bare)
  for (const isDemo of [true, false]) {
    expect(requiredFactors(action, APP, isDemo).method).toBe(app)
    expect(requiredFactors(action, PASSKEY, isDemo)).toEqual({
      method: 'passkey',
      orTotp: false,
      transactionPassword: asksPassword.passkey,
    })
    expect(requiredFactors(action, BOTH, isDemo)).toEqual({
      method: 'passkey',
      orTotp,
      transactionPassword: asksPassword.passkey,
    })
  }
})
it('has a row for each act', () => expect(rows.map(([action]) => action)).toEqual(STEP_UP_ACTIONS))

it('is one text for one challenge: whatever differs, the text does', () => {
  const challenge = { id: 'q1', action: 'withdrawal', content: { amount: 10_000, accountId: 'b1' } } as const
  expect(signingPayload(challenge)).toBe(
    'AKARI-WILL-v1\n{"action":"withdrawal","content":{"accountId":"b1","amount":"10000"},"id":"q1"}',
  )
  const others = [
    { ...challenge, id: 'q2' },
    { ...challenge, action: 'account.close' as const },
    { ...challenge, content: { amount: 10_001, accountId: 'b1' } },
  ]
  expect(new Set([challenge, ...others].map(signingPayload)).size).toBe(4)
})
