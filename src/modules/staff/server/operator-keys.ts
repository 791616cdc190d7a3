import { createHmac, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'

/** DER of an Ed25519 private key (RFC 8410) up to its 32 bytes. */
const PRIVATE_KEY_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * A demo operator's key: derived, so that it is kept nowhere, from the demo's key file, which lies outside
 * the database.
 */
export const demoKey = (secret: Buffer, operatorId: string): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([
      PRIVATE_KEY_HEAD,
      createHmac('sha256', secret).update(`operator ${operatorId}`).digest(),
    ]),
    format: 'der',
    type: 'pkcs8',
  })

/** The public half as it is kept: 32 bytes, base64url. */
export const publicKeyOf = (key: KeyObject): string => createPublicKey(key).export({ format: 'jwk' }).x!

export const signatureOf = (key: KeyObject, text: string): string =>
  sign(null, Buffer.from(text), key).toString('base64url')

/** True if the holder of this key signed this text: the same answer each time. */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' })
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
}
