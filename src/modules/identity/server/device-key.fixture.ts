import { generateKeyPairSync, hash, sign } from 'node:crypto'
import type { Json } from '#kernel/hash.ts'
import { askedFor, commandBytes, SIGNATURE_HEADER } from '#wire/signed.ts'

/** A browser's device key, outside of a browser. */
export function softKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    /** Goes with what opens the session. */
    fields: { deviceKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url') },
    /** The header of one request: `path` from `/api` on, `key` its idempotency key, '' where it has none. */
    headers(path: string, key: string, body: Json | undefined, at = Date.now()): Record<string, string> {
      const bytes = commandBytes({ method: 'POST', path, key, at }, hash('sha256', askedFor(body), 'buffer'))
      return {
        [SIGNATURE_HEADER]: `${at}.${sign('sha256', bytes, { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`,
      }
    },
  }
}
export type SoftKey = ReturnType<typeof softKey>
