import { createPrivateKey, createPublicKey, sign } from 'node:crypto'

/** PKCS #8 around an Ed25519 seed of 32 bytes (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The server's word, which anybody can check with its public key. */
export type Signer = {
  /** base64url, 32 bytes. */
  publicKey: string
  /** Ed25519 over the UTF-8 bytes, base64url. */
  sign(text: string): string
  /** True if this is its signature: Ed25519 signs a text in one way. */
  hasSigned(text: string, signature: string): boolean
}

export function signerFrom(seed: Buffer): Signer {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  const { x } = createPublicKey(key).export({ format: 'jwk' })
  const signed = (text: string): string => sign(null, Buffer.from(text), key).toString('base64url')
  return { publicKey: x!, sign: signed, hasSigned: (text, signature) => signed(text) === signature }
}
