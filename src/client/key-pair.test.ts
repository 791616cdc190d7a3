import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { makeKeyPair, readPublicKey } from './key-pair.ts'

it('a pair made on the device is one that OpenSSL reads, and its halves belong together', async () => {
  const { publicKey, privateKey } = await makeKeyPair()
  const read = createPublicKey(createPrivateKey(privateKey))
  expect(read.asymmetricKeyDetails?.namedCurve).toBe('prime256v1')
  expect(read.export({ format: 'der', type: 'spki' }).toString('base64url')).toBe(publicKey)
})

const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const der = publicKey.export({ format: 'der', type: 'spki' })
const large = generateKeyPairSync('rsa', { modulusLength: 2_048 }).publicKey
it.each([
  ['PEM', publicKey.export({ format: 'pem', type: 'spki' }).toString(), true],
  ['base64', der.toString('base64'), true],
  ['base64url with blanks around it', ` ${der.toString('base64url')}\n`, true],
  ['RSA', large.export({ format: 'pem', type: 'spki' }).toString(), false],
  ['nothing', '', false],
  ['words', 'my key', false],
])('a public key is read from %s', (_, typed, isOne) =>
  expect(readPublicKey(typed)).toBe(isOne ? der.toString('base64url') : null),
)
