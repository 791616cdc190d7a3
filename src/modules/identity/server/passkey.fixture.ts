import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'
import type { Json } from '#kernel/hash.ts'
import type { Assertion, Attestation, PasskeyChallenge } from '../contract.ts'
import type { ChallengeAction } from '../model/step-up.ts'
import { challengeOf } from './webauthn-challenges.ts'

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const sha256 = (data: Uint8Array | string): Buffer => createHash('sha256').update(data).digest()
const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const WITH_KEY = 0x40

type Wrong = {
  origin?: string
  rpId?: string
  /** Without the device's lock. */
  unverified?: boolean
  /** A count of its own instead of the next one. */
  counter?: number
}

/**
 * A device with passkeys, as WebAuthn knows it, in a few lines: ES256, a counter, no attestation. `Wrong`
 * makes it answer falsely.
 */
export function softDevice({ origin = 'http://localhost:8080', counts = true } = {}) {
  const id = randomBytes(16)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let count = 0

  const clientData = (type: string, challenge: Uint8Array, at: string) =>
    Buffer.from(JSON.stringify({ type, challenge: base64url(challenge), origin: at, crossOrigin: false }))
  const authenticatorData = (
    rpId: string,
    flags: number,
    counter: number,
    rest: Buffer = Buffer.alloc(0),
  ): Buffer => {
    const number = Buffer.alloc(4)
    number.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.of(flags), number, rest])
  }
  const flags = (wrong: Wrong, more = 0) => USER_PRESENT | (wrong.unverified ? 0 : USER_VERIFIED) | more

  return {
    id: base64url(id),
    /** Makes the passkey for this challenge. */
    create(challenge: PasskeyChallenge, wrong: Wrong = {}): { id: string; attestation: Attestation } {
      const lengthOfId = Buffer.alloc(2)
      lengthOfId.writeUInt16BE(id.length)
      const key = Buffer.concat([Buffer.alloc(16), lengthOfId, id, coseKey(publicKey)])
      const data = authenticatorData(wrong.rpId ?? challenge.rpId, flags(wrong, WITH_KEY), count, key)
      const object = Buffer.concat([
        Buffer.of(0xa3),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.of(0xa0),
        text('authData'),
        Buffer.of(0x58, data.length),
        data,
      ])
      return {
        id: challenge.id,
        attestation: {
          id: base64url(id),
          rawId: base64url(id),
          type: 'public-key',
          response: {
            clientDataJSON: base64url(
              clientData('webauthn.create', challengeOf(challenge.id, 'enrol', {}), wrong.origin ?? origin),
            ),
            attestationObject: base64url(object),
          },
        },
      }
    },
    /** Signs exactly this. */
    sign(
      challenge: PasskeyChallenge,
      action: ChallengeAction,
      content: Json,
      wrong: Wrong = {},
    ): { id: string; assertion: Assertion } {
      count += counts ? 1 : 0
      const client = clientData(
        'webauthn.get',
        challengeOf(challenge.id, action, content),
        wrong.origin ?? origin,
      )
      const data = authenticatorData(wrong.rpId ?? challenge.rpId, flags(wrong), wrong.counter ?? count)
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey)
      return {
        id: challenge.id,
        assertion: {
          id: base64url(id),
          rawId: base64url(id),
          type: 'public-key',
          response: {
            clientDataJSON: base64url(client),
            authenticatorData: base64url(data),
            signature: base64url(signature),
          },
        },
      }
    },
  }
}
export type SoftDevice = ReturnType<typeof softDevice>

/** A short text in CBOR. */
const text = (words: string): Buffer => Buffer.concat([Buffer.of(0x60 + words.length), Buffer.from(words)])

/** An ES256 key as COSE writes it: {1: 2, 3: −7, −1: 1, −2: x, −3: y}. */
function coseKey(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' })
  const of = (part: string) => Buffer.concat([Buffer.of(0x58, 0x20), Buffer.from(part, 'base64url')])
  return Buffer.concat([
    Buffer.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21),
    of(x!),
    Buffer.of(0x22),
    of(y!),
  ])
}
