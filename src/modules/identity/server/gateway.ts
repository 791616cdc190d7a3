import { randomUUID } from 'node:crypto'
import { SECOND, type Ms } from '#kernel/time.ts'

const TIMEOUT_MS: Ms = 3 * SECOND
const TRIES = 2

/** A gateway of the outside world that is away: the edge answers 503, and it may be tried again. */
class Unreachable extends Error {
  override name = 'Unreachable'
  readonly code = 'ETIMEDOUT'
}

/**
 * Hands a message to a gateway: `POST` of JSON with `Authorization: Bearer …`; any 2xx is a yes. What the
 * network or the gateway itself failed at (5xx, 429) is tried once more under the same `Idempotency-Key`;
 * another no is final. Throws when it was not taken.
 */
export async function postToGateway(
  url: string,
  token: string | null,
  body: Readonly<Record<string, string>>,
): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  }
  let why = ''
  for (let turn = 0; turn < TRIES; turn++) {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
      })
      await answer.body?.cancel()
      if (answer.ok) return
      why = `it answered ${answer.status}`
      if (answer.status < 500 && answer.status !== 429) break
    } catch (error) {
      why = (error as Error).message
    }
  }
  throw new Unreachable(`the gateway did not take a message: ${why}`)
}

/** An error at once, so that nobody waits for a message that is not sent. */
export const notConfigured = (what: string): Promise<never> =>
  Promise.reject(new Unreachable(`no ${what} gateway is configured`))
