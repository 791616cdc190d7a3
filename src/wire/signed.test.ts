import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { askedFor, commandBytes } from './signed.ts'

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest()
const head = {
  method: 'POST',
  path: '/api/withdrawals',
  key: '7c1d0f0e-0000-4000-8000-000000000001',
  at: 1_767_225_601_000,
}
const digest = (change: object = {}, body: object = { account: 'b:01', yen: '10000' }) =>
  sha256(commandBytes({ ...head, ...change }, sha256(askedFor(body as never)))).toString('hex')

test('the vector of the design', () =>
  expect(digest()).toBe('5e63efd2a831f168cd924101e8f74a8aea2b2bf1a3c90ff4e2dc0cd3c9f44f1b'))

test('every part of a command changes what is signed, and where one text ends', () => {
  const all = [
    digest(),
    digest({ method: 'GET' }),
    digest({ path: '/api/orders' }),
    digest({ key: '7c1d0f0e-0000-4000-8000-000000000002' }),
    digest({ at: head.at + 1 }),
    digest({}, { account: 'b:01', yen: '10001' }),
    digest({}, { account: 'b:02', yen: '10000' }),
    digest({}, {}),
    digest({ method: 'POST/', path: 'api/withdrawals' }),
  ]
  expect(new Set(all).size).toBe(all.length)
})

test.each([
  [
    'numbers are decimal strings, names in order',
    { yen: 10_000, account: 'b:01' },
    '{"account":"b:01","yen":"10000"}',
  ],
  ['what is left out is not there', { yen: 1, salt: undefined }, '{"yen":"1"}'],
  [
    'proofs are no part of what is asked',
    { yen: 1, transactionPassword: 'stone-31', oneTimeCode: '123456', proof: { id: 'q' } },
    '{"yen":"1"}',
  ],
  ['but what is asked may speak of them below', { ticket: { proof: 'x' } }, '{"ticket":{"proof":"x"}}'],
  ['no body asks for nothing', undefined, '{}'],
])('%s', (_, body, text) => expect(askedFor(body)).toBe(text))
