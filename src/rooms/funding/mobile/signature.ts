import { instructionsText, type Instructions } from '#rooms/funding/model/instructions.ts'

/** `uncheckable`: this browser knows no Ed25519. */
export type Checked = 'right' | 'wrong' | 'uncheckable'

/** Base64url without padding, as bytes. */
const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))

/** Whether the house signed exactly what is shown: reckoned on this device, from its public key. */
export async function checkInstructions(page: Instructions, signature: string, publicKey: string): Promise<Checked> {
  let key: CryptoKey
  try {
    key = await crypto.subtle.importKey('raw', bytesOf(publicKey), 'Ed25519', false, ['verify'])
  } catch {
    return 'uncheckable'
  }
  const isRight = await crypto.subtle.verify('Ed25519', key, bytesOf(signature), new TextEncoder().encode(instructionsText(page)))
  return isRight ? 'right' : 'wrong'
}
