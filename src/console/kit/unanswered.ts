import { CallError, type CallErrorKind } from '#client/call-error.ts'
import { announceFailure } from '#client/failures.ts'
import { translate } from '#client/texts.ts'
import { hexOf } from '#kernel/hex.ts'
import { confirm } from '#ui/confirm.tsx'

const NOT_FOUND = 404
const BROKEN = 500

/** No answer came, or one that leaves open what became of the write. */
const isOpen = ({ kind, code }: { kind: CallErrorKind; code: number }): boolean =>
  kind === 'network' || kind === 'timeout' || kind === 'unknown' || (kind === 'server' && code >= BROKEN)

/**
 * A signature that is sent once. Without an answer nobody knows whether it counts: the page says so and
 * stands there until the server has said (`ask`; null: it has no such signature). Nothing is sent again by
 * itself.
 */
export async function untilKnown<Done>(
  send: () => Promise<Done>,
  ask: () => Promise<Done | null>,
): Promise<Done | null> {
  try {
    return await send()
  } catch (failure) {
    if (!(failure instanceof CallError)) throw failure
    if (!isOpen(failure)) {
      // A session that is over leads to the sign-in page, which says so.
      if (failure.kind !== 'session') announceFailure(failure.msg || translate('client.error'))
      throw failure
    }
    for (;;) {
      const asks = await confirm({
        title: translate('console.unanswered.title'),
        body: translate('console.unanswered.body'),
        act: translate('console.unanswered.ask'),
      })
      if (!asks) throw failure
      try {
        const known = await ask()
        if (known === null) announceFailure(translate('console.unanswered.none'))
        return known
      } catch (again) {
        if (!(again instanceof CallError)) throw again
      }
    }
  }
}

/** The answer, or null where the server knows nothing of it. */
export async function ifThere<Found>(read: Promise<Found>): Promise<Found | null> {
  try {
    return await read
  } catch (failure) {
    if (failure instanceof CallError && failure.code === NOT_FOUND) return null
    throw failure
  }
}

/** The id of a request: the hash of the text that is signed. */
export const requestIdOf = async (text: string): Promise<string> =>
  hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
