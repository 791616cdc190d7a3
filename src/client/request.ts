import type { Ms } from '#kernel/time.ts'
import { CALL_TIMEOUT_MS } from '#kernel/specification.ts'
import { CLOCK_HEADER, REFUSED, STATUS, SUCCESS, type Envelope } from '#wire/envelope.ts'
import { addressOf, type Params } from './address.ts'
import { takePreloaded, type Answer } from './preload-cache.ts'
import { CallError } from './call-error.ts'
import { elapsed, learnServerTime } from './clock.ts'
import { learnClock } from './server-clock.ts'
import { envelopeOf } from './envelope-of.ts'
import { langOfCalls, session } from './session.ts'
import { translate } from './texts.ts'

/** `signed`: a money command. */
export type Sent = {
  method: string
  path: string
  query?: Params
  body?: unknown
  key?: string
  signed?: boolean
  signal?: AbortSignal
  timeoutMs?: Ms
}

/** Headers that a page adds to each request: the console says when nobody sits there. */
export const extraHeaders: Record<string, string> = {}

/**
 * One request and its envelope. Throws `network`, `timeout` or `server` where there is no envelope; judges
 * nothing.
 */
export async function request(
  sent: Sent,
): Promise<{
  envelope: Envelope
  status: number
  retryAfter: number | null
  token: string
  promise: string | null
}> {
  const token = session.get().token
  const signature = sent.signed
    ? await import('./device-key.ts').then(
        ({ signatureOf }) => signatureOf(sent, token),
        () => ({}),
      )
    : {}
  const timeout = AbortSignal.timeout(sent.timeoutMs ?? CALL_TIMEOUT_MS)
  const address = addressOf(sent, langOfCalls())
  const asked = sent.method === 'GET' ? takePreloaded(address, token) : null
  const startedAt = elapsed()
  const headers: Record<string, string> = { token, ...extraHeaders, ...signature }
  if (sent.body !== undefined) headers['content-type'] = 'application/json'
  if (sent.key !== undefined) headers['idempotency-key'] = sent.key
  const ask = async (): Promise<Answer> => {
    const response = await fetch(address, {
      method: sent.method,
      headers,
      cache: 'no-store',
      ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
      signal: sent.signal ? AbortSignal.any([timeout, sent.signal]) : timeout,
    })
    return { response, text: await response.text() }
  }
  let answer: Answer
  try {
    answer = await (asked ?? ask())
  } catch (failure) {
    if (sent.signal?.aborted) throw failure
    throw timeout.aborted
      ? new CallError('timeout', 0, translate('client.noAnswer'))
      : new CallError('network', 0, translate('client.network'))
  }
  const { response, text } = answer
  // The time that an early answer was on its way is not known: the next one tells the time.
  if (asked === null) learnServerTime(response.headers.get('date'), elapsed() - startedAt)
  learnClock(response.headers.get(CLOCK_HEADER))
  const retryAfter = Number(response.headers.get('retry-after')) || null
  const envelope = envelopeOf(text)
  if (envelope === null)
    throw new CallError('server', response.status, translate('client.requestFailed'), null, retryAfter)
  return { envelope, status: response.status, retryAfter, token, promise: response.headers.get('promise') }
}

/** The data of a success; everything else is thrown with the server's sentence. */
export function dataOf(envelope: Envelope, retryAfter: number | null = null): unknown {
  if (envelope.code === SUCCESS) return envelope.data
  const msg = envelope.msg || translate('client.error')
  const kind =
    envelope.code === REFUSED
      ? 'refused'
      : envelope.code === STATUS.malformed
        ? 'malformed'
        : envelope.code === STATUS.unauthorized
          ? 'session'
          : 'server'
  throw new CallError(kind, envelope.code, msg, envelope.data, retryAfter)
}
