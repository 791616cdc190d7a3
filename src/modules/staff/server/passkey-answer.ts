import { createPublicKey, hash, timingSafeEqual, verify, type JsonWebKey } from 'node:crypto'

/**
 * The answer of a passkey, binary parts in base64url: journalled whole, so that anybody with the public key
 * can verify it.
 */
export type PasskeyAnswer = {
  id: string
  clientDataJSON: string
  authenticatorData: string
  signature: string
}
/**
 * Site that operators' passkeys are bound to: the host name, and the address of the page (null: this machine,
 * whatever the port).
 */
export type PasskeySite = { rpId: string; origin: string | null }

const LOCAL = /^http:\/\/localhost(:\d+)?$/
const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
/** SHA-256 of the site, flags, counter. */
const SHORTEST = 37

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url')

/**
 * The check that this answer was given to this challenge, at this site, by the holder of this key, with the
 * device's lock opened (WebAuthn level 3, 7.2). Answers the device's counter, null where it is none. The same
 * answer each time: it is asked inside commands.
 */
export function counterOf(
  answer: PasskeyAnswer,
  publicKey: JsonWebKey,
  challenge: Uint8Array,
  site: PasskeySite,
): number | null {
  const [client, data] = [bytes(answer.clientDataJSON), bytes(answer.authenticatorData)]
  if (
    data.length < SHORTEST ||
    !timingSafeEqual(data.subarray(0, 32), Buffer.from(hash('sha256', site.rpId), 'hex'))
  )
    return null
  const said = saidBy(client)
  const isHere =
    typeof said?.origin === 'string' &&
    (site.origin === null ? LOCAL.test(said.origin) : said.origin === site.origin)
  if (
    said?.type !== 'webauthn.get' ||
    said.challenge !== Buffer.from(challenge).toString('base64url') ||
    !isHere ||
    said.crossOrigin === true
  )
    return null
  const flags = data[32]!
  if ((flags & USER_PRESENT) === 0 || (flags & USER_VERIFIED) === 0) return null
  const signed = Buffer.concat([data, Buffer.from(hash('sha256', client), 'hex')])
  const key = createPublicKey({ key: publicKey, format: 'jwk' })
  const isRight = verify(publicKey.kty === 'OKP' ? null : 'sha256', signed, key, bytes(answer.signature))
  return isRight ? data.readUInt32BE(33) : null
}

/** A counter that does not go on is a copied key's; devices that do not count always say 0. */
export const hasGoneOn = (counter: number, before: number): boolean =>
  counter > before || (counter === 0 && before === 0)

function saidBy(
  client: Buffer,
): { type?: unknown; challenge?: unknown; origin?: unknown; crossOrigin?: unknown } | null {
  try {
    return JSON.parse(client.toString()) as Record<string, unknown>
  } catch {
    return null
  }
}
