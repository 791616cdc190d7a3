import type { MemberId } from '#kernel/id.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { defineCommand, done, type DomainEvent } from '#platform/engine/command.ts'
import { draftFrom, moveUpTo, repayShortfall, type Transfer } from '#modules/ledger/model/drafting.ts'
import { accountChanged } from '#modules/ledger/server/events.ts'
import { balances, post } from '#modules/ledger/server/public.ts'
import { settleTax } from '#modules/tax/server/public.ts'
import { addRealized } from './bookkeeping.ts'
import { settlements } from './tables.ts'

/** Settlement day has come for these members' money. `at` is the market time at which it was due. */
export type SettleInput = { dueDate: DateJst; memberIds: readonly MemberId[]; at: Ms }

/**
 * Unsettled money that is due becomes available; what has been used for an order meanwhile stands elsewhere
 * already. Then the day's results are taxed, out of that money first. Running it twice settles nothing twice.
 */
export const settle = defineCommand({
  type: 'settlement.run',
  captureInputs: () => undefined,
  run(tables, input: SettleInput, _inputs, call) {
    const table = tables.of(settlements)
    const transfers: Transfer[] = []
    const events: DomainEvent[] = []
    for (const memberId of input.memberIds) {
      const row = table.get(memberId, input.dueDate)
      const draft = draftFrom(memberId, balances(tables, memberId))
      if (row) {
        moveUpTo(draft, 'unsettled', 'available', row.yen, { kind: 'settlement' })
        table.update(row, { done: true })
      }
      addRealized(tables, memberId, input.dueDate, 0 - settleTax(tables, draft, input.dueDate))
      repayShortfall(draft)
      if (draft.transfers.length === 0) continue
      transfers.push(...draft.transfers)
      events.push(accountChanged(memberId))
    }
    post(tables, { seq: call.seq, at: input.at, tradeDate: input.dueDate }, transfers)
    return done({ settled: events.length }, events)
  },
})
