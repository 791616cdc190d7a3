import type { DateJst, Ms } from '#kernel/time.ts'
import { defineCommand, done, type DomainEvent } from '#platform/engine/command.ts'
import { draftFrom, moveUpTo, repayShortfall, type Transfer } from '#rooms/ledger/model/drafting.ts'
import { balances, post } from '#rooms/ledger/server/public.ts'
import { settlements } from './tables.ts'

/** Settlement day has come for these members' money. `at` is the market time at which it was due. */
export type SettleInput = { dueDate: DateJst; memberIds: readonly string[]; at: Ms }

/**
 * Unsettled money that is due becomes available; what has been used for an order meanwhile stands elsewhere already. Running it
 * twice settles nothing twice.
 */
export const settle = defineCommand({
  type: 'settlement.run',
  given: () => undefined,
  run(tables, input: SettleInput, _given, call) {
    const table = tables.of(settlements)
    const transfers: Transfer[] = []
    const events: DomainEvent[] = []
    for (const memberId of input.memberIds) {
      const row = table.get(memberId, input.dueDate)
      if (!row || row.done) continue
      const draft = draftFrom(memberId, balances(tables, memberId))
      moveUpTo(draft, 'unsettled', 'available', row.yen, { kind: 'settlement' })
      repayShortfall(draft)
      transfers.push(...draft.transfers)
      table.update(row, { done: true })
      events.push({ type: 'account.changed', memberId })
    }
    post(tables, { seq: call.seq, at: input.at, tradeDate: input.dueDate }, transfers)
    return done({ settled: events.length }, events)
  },
})
