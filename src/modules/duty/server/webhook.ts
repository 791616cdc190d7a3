import { createHmac } from 'node:crypto'
import type { Ms } from '#kernel/time.ts'
import type { Tracing } from '#platform/tracing.ts'
import { postNotice } from '#platform/webhook.ts'

/** `allowsPrivate`: addresses of one's own network, and http, which whoever runs the server has said. */
export type Webhook = { url: string; secret: string; allowsPrivate: boolean }

/** HMAC-SHA-256 over the time and the bytes, as the header `akari-signature` carries it: `t=…,v1=…`. */
export const signatureOf = (secret: string, at: Ms, body: string): string =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`

/**
 * Posts a notice to the firm's webhook; any 2xx is a yes, and a redirect is none. `id`: the same for each
 * try. Throws with what went wrong.
 */
export async function postWebhook(
  { url, secret, allowsPrivate }: Webhook,
  id: string,
  at: Ms,
  content: Readonly<Record<string, string | number>>,
  tracing: Tracing | null = null,
): Promise<void> {
  const body = JSON.stringify(content)
  const headers = { 'idempotency-key': id, 'akari-signature': signatureOf(secret, at, body) }
  const status = await postNotice({ what: 'notice', url, headers, body, allowsPrivate }, tracing)
  if (status < 200 || status >= 300) throw new Error(`it answered ${status}`)
}
