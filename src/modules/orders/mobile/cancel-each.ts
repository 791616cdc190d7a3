import type { CallError } from '#client/call-error.ts'
import type { OrderView } from '#modules/orders/contract.ts'

/** Outcome of one order's cancel. `unknown`: the same by its key asks for it, and is no second one. */
export type Cancelled =
  | { readonly kind: 'sending' }
  | { readonly kind: 'asked'; readonly order: OrderView }
  | { readonly kind: 'refused' | 'unknown'; readonly msg: string }

export type CancelAnswer = { ok: true; order: OrderView } | { ok: false; error: CallError }

/** Tries of one order while the server asks for a pause (`Retry-After`). */
const TRIES = 3

/**
 * Asks the exchange to cancel one order after another, each by a key of its own: what one is refused changes
 * nothing for the next. `say` hears of every outcome as it comes.
 */
export async function cancelEach(
  orders: readonly Pick<OrderView, 'id'>[],
  keyOf: (id: string) => string,
  send: (id: string, key: string) => Promise<CancelAnswer>,
  wait: (seconds: number) => Promise<void>,
  say: (id: string, outcome: Cancelled) => void,
): Promise<void> {
  for (const { id } of orders) {
    say(id, { kind: 'sending' })
    let answer = await send(id, keyOf(id))
    for (let n = 1; n < TRIES && !answer.ok && answer.error.retryAfter !== null; n++) {
      await wait(answer.error.retryAfter)
      answer = await send(id, keyOf(id))
    }
    if (answer.ok) say(id, { kind: 'asked', order: answer.order })
    else {
      const { kind, msg } = answer.error
      say(id, { kind: kind === 'refused' ? 'refused' : 'unknown', msg })
    }
  }
}

/** Orders whose cancel is not answered for good: they are sent again, by the same keys. */
export const leftOf = <Order extends Pick<OrderView, 'id'>>(
  orders: readonly Order[],
  outcomes: Readonly<Record<string, Cancelled>>,
): Order[] => orders.filter(({ id }) => outcomes[id] === undefined || outcomes[id].kind === 'unknown')
