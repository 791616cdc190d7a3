import { RefusedForGood } from '#platform/outbox/outbox.ts'
import { SECOND, type Ms } from '#kernel/time.ts'

const TIMEOUT_MS: Ms = 3 * SECOND
const TRIES = 2

/** A gateway of the outside world that is away: the edge answers 503, and it may be tried again. */
class Unreachable extends Error {
  override name = 'Unreachable'
  readonly code = 'ETIMEDOUT'
}
/** A no to this message, which it stays. */
class Refused extends RefusedForGood {
  readonly code = 'ETIMEDOUT'
}
/** Answers that blame the message itself. A wrong token or address of the gateway can be put right. */
const FOR_GOOD: readonly number[] = [400, 413, 422]

/**
 * Hands a message to a gateway: `POST` of JSON with `Authorization: Bearer …`; any 2xx is a yes. What the
 * network or the gateway itself failed at (5xx, 429) is tried once more under the same `Idempotency-Key`,
 * `key`. Throws when it was not taken, in words that name nobody; `RefusedForGood` where it never will be.
 */
export async function postToGateway(
  url: string,
  token: string | null,
  key: string,
  body: Readonly<Record<string, string>>,
): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': key,
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
      if (FOR_GOOD.includes(answer.status)) throw new Refused(`the gateway refused a message: ${why}`)
      if (answer.status < 500 && answer.status !== 429) break
    } catch (error) {
      if (error instanceof Refused) throw error
      why = (error as Error).name === 'TimeoutError' ? 'it did not answer' : 'it cannot be reached'
    }
  }
  throw new Unreachable(`the gateway did not take a message: ${why}`)
}

/** An error at once, so that nobody waits for a message that is not sent. */
export const notConfigured = (what: string): Promise<never> =>
  Promise.reject(new Unreachable(`no ${what} gateway is configured`))
