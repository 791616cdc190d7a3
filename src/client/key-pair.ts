const CURVE = { name: 'ECDSA', namedCurve: 'P-256' }

export type KeyPair = {
  /** SubjectPublicKeyInfo in base64url, as the server takes it. */
  publicKey: string
  /** PKCS #8 as PEM, for the member alone: it goes to no server. */
  privateKey: string
}

/** A key pair made on this device. */
export async function makeKeyPair(): Promise<KeyPair> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(CURVE, true, ['sign', 'verify'])
  const [spki, pkcs8] = await Promise.all([
    crypto.subtle.exportKey('spki', publicKey),
    crypto.subtle.exportKey('pkcs8', privateKey),
  ])
  const lines = base64(pkcs8)
    .match(/.{1,64}/g)!
    .join('\n')
  return {
    publicKey: urlOf(base64(spki)),
    privateKey: `-----BEGIN PRIVATE KEY-----\n${lines}\n-----END PRIVATE KEY-----\n`,
  }
}

/** Length of a P-256 key's SubjectPublicKeyInfo in base64url. */
const SPKI_LENGTH = 122

/** A public key as pasted: PEM, base64 or base64url; null where it is none of these. */
export function readPublicKey(typed: string): string | null {
  const plain = urlOf(typed.replaceAll(/-----(?:BEGIN|END) PUBLIC KEY-----|\s/g, ''))
  return plain.length === SPKI_LENGTH && /^[\w-]+$/.test(plain) ? plain : null
}

const base64 = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)))
const urlOf = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
