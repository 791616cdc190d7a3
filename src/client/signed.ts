/** `uncheckable`: this browser knows no Ed25519. */
export type Checked = 'right' | 'wrong' | 'uncheckable'

/** Base64url without padding, as bytes. */
const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  )

/**
 * True if the owner of this key signed exactly this text: reckoned on this device. Key and signature are
 * base64url.
 */
export async function checkSigned(text: string, signature: string, publicKey: string): Promise<Checked> {
  let key: CryptoKey
  try {
    key = await crypto.subtle.importKey('raw', bytesOf(publicKey), 'Ed25519', false, ['verify'])
  } catch {
    return 'uncheckable'
  }
  return (await crypto.subtle.verify('Ed25519', key, bytesOf(signature), new TextEncoder().encode(text)))
    ? 'right'
    : 'wrong'
}
