import type { PartsPerMillion } from '#kernel/money.ts'
import { type DateJst, iso, type Ms } from '#kernel/time.ts'
import type { TableReader } from '#platform/engine/table.ts'
import type { LoanView } from '../contract.ts'
import { interestOn } from '../model/interest.ts'
import { statusOf } from '../model/states.ts'
import { appealOf } from './appeals.ts'
import { debtOf } from './rows.ts'
import type { LoanEntryRow, LoanRow } from './tables.ts'

export const SIMULATED = true
/** Parts per million as basis points: rates are whole ones. */
export const bpOf = (ratePpm: PartsPerMillion): number => ratePpm / 100
export const isoOrNull = (at: Ms | null): string | null => (at === null ? null : iso(at))

/** The loan as it stands on a day in Japan (market time). */
export function loanView(tables: TableReader, row: LoanRow, today: DateJst): LoanView {
  const appeal = appealOf(tables, row.id)
  const interest = row.state === 'open' ? interestOn(debtOf(row), today) : 0
  return {
    id: row.id,
    number: row.number,
    status: statusOf(row.state),
    state: row.state,
    amount: row.yen,
    rateBp: bpOf(row.ratePpm),
    appliedAt: iso(row.appliedAt),
    decidedAt: isoOrNull(row.decidedAt),
    endedAt: isoOrNull(row.endedAt),
    lentAt: isoOrNull(row.lentAt),
    reason: row.reason,
    principal: row.principalYen,
    interest,
    owed: row.principalYen + interest,
    paidInterest: row.paidInterestYen,
    appeal:
      appeal === undefined
        ? null
        : {
            id: appeal.id,
            state: appeal.state,
            filedAt: iso(appeal.filedAt),
            answerBy: iso(appeal.answerBy),
          },
    simulated: SIMULATED,
  }
}

export const entryView = ({ seq, n, kind, day, yen, principalYen }: LoanEntryRow) => ({
  id: `${seq}-${n}`,
  kind,
  day,
  amount: yen,
  principal: principalYen,
})
