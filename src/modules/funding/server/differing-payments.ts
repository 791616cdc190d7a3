import { no, type Refusal } from '#kernel/result.ts'
import type { Json } from '#kernel/hash.ts'
import { done, type Outcome } from '#platform/engine/command.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import { post } from '#modules/ledger/server/public.ts'
import type { Effect } from '#modules/staff/server/public.ts'
import { decideSettlement } from '../model/differing-payment.ts'
import { arrivedAt } from '../model/withdrawal.ts'
import { importersOf } from './open-line.ts'
import { statementLines, withdrawals, type StatementLineRow, type WithdrawalRow } from './tables.ts'
import { changed, claimed, pay, withdrawalOf, type Moment } from './withdrawals.ts'

type Body = { lineId: string }

/** Settlement that a line would bring of a withdrawal, or the reason why it cannot. */
function settlementOf(tables: TableReader, subject: string, lineId: string) {
  const row = withdrawalOf(tables, subject)
  if (row === undefined) return no('WITHDRAWAL_DECIDED')
  const open = tables
    .of(statementLines)
    .by('open', row.reference)
    .filter(({ kind }) => kind === 'out')
  return decideSettlement(row, tables.of(statementLines).get(lineId), open.length === 1)
}

/**
 * Treasurer and reviewer settle a payment by which the bank sent another sum than was asked for (decision
 * 0185). Who brought the line in signs neither. The line stands for the withdrawal as it is: what was sent
 * less is given back to the member in the same command; what was sent more is the firm's claim against its
 * bank, which ends with the line by which it comes back.
 */
export const settleEffect: Effect<Body> = {
  power: 'withdrawal.settle',
  takes: ['lineId'],
  only: true,
  tells: true,
  memberOf: (tables, subject) => withdrawalOf(tables, subject)?.memberId ?? null,
  refuse(tables, subject, { lineId }): Refusal | null {
    const decided = settlementOf(tables, subject, lineId)
    return decided.ok ? null : decided
  },
  excluded(tables, subject) {
    const reference = withdrawalOf(tables, subject)?.reference
    return reference === undefined
      ? []
      : [...importersOf(tables, reference, 'out'), ...importersOf(tables, reference, 'returned')]
  },
  carryOut(tables, { subject, body: { lineId } }, when): Outcome<Json> {
    const decided = settlementOf(tables, subject, lineId)
    if (!decided.ok) return decided
    const row = withdrawalOf(tables, subject)!
    const line = tables.of(statementLines).get(lineId)!
    tables.of(statementLines).update(line, { usedFor: row.id })
    if (decided.value === 'claim') return endClaim(tables, row, line, when)
    const paidAt = arrivedAt(line, row.approvedAt ?? row.requestedAt, when.wall)
    return done({ state: 'paid' }, pay(tables, row, line.id, paidAt, when, line.yen))
  },
}

/** The claim against the bank has come back: nobody's money but the firm's moves. */
function endClaim(
  tables: TableAccess,
  row: WithdrawalRow,
  { yen }: StatementLineRow,
  when: Moment,
): Outcome<Json> {
  post(tables, when, [claimed('returned', yen)])
  tables.of(withdrawals).update(row, { claimYen: null })
  return done({ state: 'paid' }, changed(row.memberId))
}
