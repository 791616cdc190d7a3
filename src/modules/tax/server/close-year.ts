import type { MemberId } from '#kernel/id.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { defineCommand, done, type DomainEvent } from '#platform/engine/command.ts'
import { draftFrom, repayShortfall, type Transfer } from '#modules/ledger/model/drafting.ts'
import { accountChanged } from '#modules/ledger/server/events.ts'
import { balances, post } from '#modules/ledger/server/public.ts'
import { yearEndRefund } from '../model/year.ts'
import { giveBack } from './results.ts'
import { taxYears } from './tables.ts'

/** A year is over for these members. `at`, `tradeDate`: the first trading day of the next one. */
export type CloseYearInput = { year: string; memberIds: readonly MemberId[]; at: Ms; tradeDate: DateJst }

/**
 * Sets a loss that is left off against the year's dividends and closes the year; a closed one stays as it is.
 */
export const closeYear = defineCommand({
  type: 'tax.close-year',
  captureInputs: () => undefined,
  run(tables, input: CloseYearInput, _inputs, call) {
    const transfers: Transfer[] = []
    const events: DomainEvent[] = []
    for (const memberId of input.memberIds) {
      const row = tables.of(taxYears).get(memberId, input.year)
      if (!row || row.closed) continue
      const withheld = { incomeYen: row.dividendIncomeTaxYen, localYen: row.dividendLocalTaxYen }
      const refund = yearEndRefund(row.kind, row.year, row.totalYen, row.dividendsYen, withheld)
      tables
        .of(taxYears)
        .update(row, {
          closed: true,
          dividendIncomeTaxYen: withheld.incomeYen - refund.incomeYen,
          dividendLocalTaxYen: withheld.localYen - refund.localYen,
        })
      const draft = draftFrom(memberId, balances(tables, memberId))
      giveBack(draft, refund)
      repayShortfall(draft)
      transfers.push(...draft.transfers)
      if (draft.transfers.length > 0) events.push(accountChanged(memberId))
    }
    post(tables, { seq: call.seq, at: input.at, tradeDate: input.tradeDate }, transfers)
    return done({ closed: input.memberIds.length }, events)
  },
})
