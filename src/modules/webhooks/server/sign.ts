import { createHmac } from 'node:crypto'
import { SECOND, type Ms } from '#kernel/time.ts'

const PREFIX = 'whsec_'

/**
 * The secret of a webhook, of its id, its number and a key outside the database: nothing in the database
 * signs, and a request that is repeated gets the same.
 */
export const secretsOf = (salts: Uint8Array) => {
  const key = createHmac('sha256', salts).update('AKARI-WEBHOOK-v1').digest()
  return (id: string, generation: number): string =>
    PREFIX + createHmac('sha256', key).update(`${id} ${generation}`).digest('base64')
}

/** Headers of Standard Webhooks: one signature for each secret, over id, time in seconds and body. */
export function signedHeaders(
  secrets: readonly string[],
  id: string,
  at: Ms,
  body: string,
): Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const timestamp = String(Math.floor(at / SECOND))
  const signatureBy = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${signatureBy(secret)}`).join(' '),
  }
}
