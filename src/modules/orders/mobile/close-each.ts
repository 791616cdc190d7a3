import type { CallError } from '#client/call-error.ts'
import type { OrderView } from '#modules/orders/contract.ts'

/**
 * Outcome of closing one holding. `refused`: nothing was sent, or what became of it is not known; `msg` says
 * which.
 */
export type CloseOutcome =
  | { readonly kind: 'sent'; readonly orders: readonly OrderView[] }
  | { readonly kind: 'refused'; readonly msg: string }

export type CloseAnswer = { ok: true; orders: readonly OrderView[] } | { ok: false; error: CallError }

/** Tries of one holding where the server asks for a pause or its answer was lost, by the same key. */
const TRIES = 3
/** Seconds before an answer that was lost is asked for again. */
const AGAIN_S = 1

/**
 * Closes one holding after another, each by a key of its own, all of its lots or none: what one is refused
 * changes nothing for the next.
 */
export async function closeEach<Closing>(
  closings: readonly Closing[],
  newKey: () => string,
  send: (closing: Closing, key: string) => Promise<CloseAnswer>,
  wait: (seconds: number) => Promise<void>,
): Promise<CloseOutcome[]> {
  const outcomes: CloseOutcome[] = []
  for (const closing of closings) {
    const key = newKey()
    let answer = await send(closing, key)
    for (let n = 1; n < TRIES && !answer.ok && isOpen(answer.error); n++) {
      await wait(answer.error.retryAfter ?? AGAIN_S)
      answer = await send(closing, key)
    }
    outcomes.push(
      answer.ok ? { kind: 'sent', orders: answer.orders } : { kind: 'refused', msg: answer.error.msg },
    )
  }
  return outcomes
}

const isOpen = ({ kind, retryAfter }: CallError): boolean => retryAfter !== null || kind === 'unknown'

/** Sentences of what was refused last, by the first lot of the holding: an address carries no sentences. */
export const refusals = new Map<string, string>()
