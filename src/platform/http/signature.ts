import { createPublicKey, hash, verify, type KeyObject } from 'node:crypto'
import type { Json } from '#kernel/hash.ts'
import { no, type Refusal } from '#kernel/result.ts'
import { MINUTE, type Ms } from '#kernel/time.ts'
import type { Signed } from '#platform/engine/signatures.ts'
import { askedFor, commandBytes } from '#wire/signed.ts'

/** Most that a device's clock may be off (security-and-trust 6: as a key's own time). */
export const OFF_BY_MOST: Ms = 5 * MINUTE
const HEADER = /^(\d{13})\.([\w-]{86})$/

/**
 * A P-256 key as browsers give it out (SubjectPublicKeyInfo, base64url); null where it is none, or a point
 * beside the curve.
 */
export function readDeviceKey(spki: string | Buffer): KeyObject | null {
  try {
    const key = createPublicKey({
      key: typeof spki === 'string' ? Buffer.from(spki, 'base64url') : spki,
      format: 'der',
      type: 'spki',
    })
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : null
  } catch {
    return null
  }
}

type Sent = {
  header: string | string[] | undefined
  method?: string
  path: string
  key: string
  body: unknown
}

/**
 * True if the device of a session signed exactly this request (security-and-trust 2). The curve is reckoned
 * in a thread of its own: a tenth of a millisecond of the one that answers everybody would be dear.
 */
export async function checkSignature(
  deviceKey: KeyObject,
  { header, method = 'POST', path, key, body }: Sent,
  now: Ms,
): Promise<Refusal | Signed> {
  const [, at = '', signature = ''] = HEADER.exec(typeof header === 'string' ? header : '') ?? []
  if (signature === '') return no('SIGNATURE_NEEDED')
  const madeAt = Number(at)
  if (Math.abs(now - madeAt) > OFF_BY_MOST) return no('SIGNATURE_TIME')
  const bodyHash = hash('sha256', askedFor(body as Json | undefined), 'buffer')
  const bytes = commandBytes({ method, path, key, at: madeAt }, bodyHash)
  const isRight = await new Promise<boolean>((resolve, reject) => {
    verify(
      'sha256',
      bytes,
      { key: deviceKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
      (error, right) => (error === null ? resolve(right) : reject(error)),
    )
  })
  return isRight ? { at: madeAt, body: bodyHash.toString('hex'), path, signature } : no('SIGNATURE_WRONG')
}
