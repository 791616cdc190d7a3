import { generateKeyPairSync, hash, sign } from 'node:crypto'
import { expect, it } from 'vitest'
import { askedFor, commandBytes } from '#wire/signed.ts'
import { checkSignature, OFF_BY_MOST, readDeviceKey } from './signature.ts'

const NOW = 1_767_225_601_000
const sent = {
  path: '/api/withdrawals',
  key: '019b7737-0000-7000-8000-000000000001',
  body: { amount: 20_000, accountId: 'b:01', transactionPassword: 'stone-31' },
}
const device = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const other = generateKeyPairSync('ec', { namedCurve: 'P-256' })

function headerOf(
  change: Partial<typeof sent> = {},
  { at = NOW, by = device }: { at?: number; by?: typeof device } = {},
): string {
  const { path, key, body } = { ...sent, ...change }
  const bytes = commandBytes({ method: 'POST', path, key, at }, hash('sha256', askedFor(body), 'buffer'))
  return `${at}.${sign('sha256', bytes, { key: by.privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}
const check = async (header: string | string[] | undefined, change: Partial<typeof sent> = {}) => {
  const answer = await checkSignature(device.publicKey, { ...sent, ...change, header }, NOW)
  return 'rejection' in answer ? answer.rejection : 'right'
}
const der = headerOf().split('.')

const cases: [
  what: string,
  header: string | string[] | undefined,
  change: Partial<typeof sent>,
  said: string,
][] = [
  ['as it was signed', headerOf(), {}, 'right'],
  ['again, word for word', headerOf(), {}, 'right'],
  [
    'with another password: it is no part of what is asked',
    headerOf(),
    { body: { ...sent.body, transactionPassword: 'other-31' } },
    'right',
  ],
  ['five minutes old', headerOf({}, { at: NOW - OFF_BY_MOST }), {}, 'right'],
  ['more than five minutes old', headerOf({}, { at: NOW - OFF_BY_MOST - 1 }), {}, 'SIGNATURE_TIME'],
  ['from more than five minutes ahead', headerOf({}, { at: NOW + OFF_BY_MOST + 1 }), {}, 'SIGNATURE_TIME'],
  ['under another time', `${NOW + 1}.${der[1]}`, {}, 'SIGNATURE_WRONG'],
  ['on another path', headerOf(), { path: '/api/orders' }, 'SIGNATURE_WRONG'],
  ['under another key', headerOf(), { key: '019b7737-0000-7000-8000-000000000002' }, 'SIGNATURE_WRONG'],
  ['for another amount', headerOf(), { body: { ...sent.body, amount: 20_001 } }, 'SIGNATURE_WRONG'],
  ['with a field more', headerOf(), { body: { ...sent.body, more: 1 } as never }, 'SIGNATURE_WRONG'],
  ['by the key of another session', headerOf({}, { by: other }), {}, 'SIGNATURE_WRONG'],
  [
    'one letter changed',
    headerOf().replace(/.{2}$/, (end) => (end === 'AA' ? 'BB' : 'AA')),
    {},
    'SIGNATURE_WRONG',
  ],
  ['all zeroes', `${NOW}.${'A'.repeat(86)}`, {}, 'SIGNATURE_WRONG'],
  ['not at all', undefined, {}, 'SIGNATURE_NEEDED'],
  ['empty', '', {}, 'SIGNATURE_NEEDED'],
  ['twice', [headerOf(), headerOf()], {}, 'SIGNATURE_NEEDED'],
  ['without a time', der[1], {}, 'SIGNATURE_NEEDED'],
  ['in DER', `${NOW}.${'A'.repeat(96)}`, {}, 'SIGNATURE_NEEDED'],
]
it.each(cases)('%s', async (_, header, change, said) => expect(await check(header, change)).toBe(said))

it('keeps what anybody needs to check it, and no word of the body', async () => {
  const header = headerOf()
  expect(await checkSignature(device.publicKey, { ...sent, header }, NOW)).toEqual({
    at: NOW,
    path: sent.path,
    signature: header.split('.')[1],
    body: hash('sha256', '{"accountId":"b:01","amount":"20000"}'),
  })
})

const spki = (curve: string) =>
  generateKeyPairSync('ec', { namedCurve: curve }).publicKey.export({ format: 'der', type: 'spki' })
const besideTheCurve = () => {
  const bytes = spki('P-256')
  bytes[bytes.length - 1]! ^= 1
  return bytes
}
it.each([
  ['P-256', spki('P-256').toString('base64url'), true],
  ['the same as bytes', spki('P-256'), true],
  ['another curve', spki('P-384').toString('base64url'), false],
  ['a point beside the curve', besideTheCurve().toString('base64url'), false],
  ['Ed25519', generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }), false],
  ['nothing', '', false],
  ['noise', 'A'.repeat(122), false],
])('a device key: %s', (_, key, isOne) => expect(readDeviceKey(key) !== null).toBe(isOne))
