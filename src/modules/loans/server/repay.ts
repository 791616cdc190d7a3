import { no } from '#kernel/result.ts'
import { dateJst, type DateJst, type Ms } from '#kernel/time.ts'
import type { Yen } from '#kernel/money.ts'
import { defineMemberCommand, done, type DomainEvent } from '#platform/engine/command.ts'
import type { TableAccess } from '#platform/engine/table.ts'
import type { Times } from '#modules/funding/server/public.ts'
import { notify } from '#modules/inbox/server/public.ts'
import { charge, type Draft } from '#modules/ledger/model/drafting.ts'
import { openDrafts, post } from '#modules/ledger/server/public.ts'
import { freeMoney } from '#modules/portfolio/server/public.ts'
import { decideRepayment } from '../model/application.ts'
import { owedOn, payOn } from '../model/interest.ts'
import { changed, debtOf, step } from './rows.ts'
import { loanEntries, loans, type LoanEntryKind, type LoanRow } from './tables.ts'

type Moment = { seq: number; at: Ms; day: DateJst }

/** A line of the statement; several of one command are numbered. */
export function note(
  tables: TableAccess,
  { seq, at, day }: Moment,
  { id, memberId }: LoanRow,
  n: number,
  kind: LoanEntryKind,
  yen: Yen,
  principalYen: Yen,
): void {
  if (yen > 0)
    tables.of(loanEntries).insert({ loanId: id, seq, n, memberId, kind, yen, principalYen, day, at })
}

/**
 * A payment into a loan, interest first. What the member has not, the firm lends as a shortfall (`charge`):
 * that can only be at a monthly charge, for a repayment asks for free money first. Answers the row after it.
 */
export function payInto(
  tables: TableAccess,
  draft: Draft,
  row: LoanRow,
  yen: Yen,
  when: Moment,
  patch: (late: boolean) => Partial<LoanRow>,
): LoanRow {
  const { interestYen, principalYen, left } = payOn(debtOf(row), yen, when.day)
  const shortBefore = draft.balances.shortfall
  charge(draft, 'interest', interestYen, { kind: 'loan-interest' })
  charge(draft, 'loan', principalYen, { kind: 'loan-repaid' })
  note(tables, when, row, 0, 'interest', interestYen, row.principalYen)
  note(tables, when, row, 1, 'repaid', principalYen, left.principalYen)
  const { ratePpm: _, ...debt } = left
  return tables
    .of(loans)
    .update(row, {
      ...patch(draft.balances.shortfall > shortBefore),
      ...(debt.principalYen === 0 ? {} : debt),
      paidInterestYen: row.paidInterestYen + interestYen,
    })
}

/** The member repays, at any time, in part or (`yen` null) in whole, without a charge for it. */
export const repayCommand = (times: () => Times) =>
  defineMemberCommand({
    type: 'loan.repay',
    captureInputs: () => times(),
    run(tables, { loanId, yen }: { loanId: string; yen: Yen | null }, { wall, at, tradeDate }, call) {
      const memberId = call.memberId
      const row = tables.of(loans).get(loanId)
      if (row?.memberId !== memberId) return no('LOAN_NOT_FOUND')
      if (row.state !== 'open') return no('LOAN_NOT_OPEN')
      const day = dateJst(at)
      const owedYen = owedOn(debtOf(row), day)
      const decided = decideRepayment({ owedYen, freeYen: freeMoney(tables, memberId) }, yen)
      if (!decided.ok) return decided
      const drafts = openDrafts(tables)
      const paid = payInto(
        tables,
        drafts.of(memberId),
        row,
        decided.value,
        { seq: call.seq, at, day },
        () => ({}),
      )
      post(tables, { seq: call.seq, at, tradeDate }, drafts.transfers())
      const events: DomainEvent[] = [...changed(memberId)]
      if (decided.value === owedYen) {
        // A loan that is paid back on its own day has not shown that interest is paid on time.
        step(tables, paid, 'repay', {
          principalYen: 0,
          carriedYen: 0,
          since: day,
          endedAt: wall,
          onTime: paid.onTime + (paid.paidInterestYen > 0 ? 1 : 0),
        })
        events.push(
          notify(tables, { seq: call.seq, at }, memberId, {
            kind: 'loanRepaid',
            args: { amount: row.yen },
            about: row.id,
          }),
        )
      }
      return done({ id: row.id, yen: decided.value }, events)
    },
  })
