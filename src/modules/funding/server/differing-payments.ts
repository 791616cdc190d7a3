import { no, type Refusal } from '#kernel/result.ts'
import type { Json } from '#kernel/hash.ts'
import { done, type DomainEvent, type Outcome } from '#platform/engine/command.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import { notify } from '#modules/inbox/server/public.ts'
import { draftFrom, move, repayShortfall } from '#modules/ledger/model/drafting.ts'
import { balances, post } from '#modules/ledger/server/public.ts'
import type { Effect } from '#modules/staff/server/public.ts'
import { decideSettlement, memberYen, type Settlement } from '../model/differing-payment.ts'
import { arrivedAt } from '../model/withdrawal.ts'
import { noteEntry } from './cash-entries.ts'
import { finishClosing, revokeClosing } from './closing-end.ts'
import { accountClosed, withdrawalStep } from './events.ts'
import { importersOf } from './open-line.ts'
import { statementLines, withdrawals, type StatementLineRow, type WithdrawalRow } from './tables.ts'
import { changed, claimed, step, withdrawalOf, type Moment } from './withdrawals.ts'

type Body = { lineId: string }

/** What a line would settle of a withdrawal, or the reason why it cannot. */
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
    return done({ state: 'paid' }, payAs(tables, row, line, decided.value, when))
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

/** Sent as the line says: the bank's entry is the first, by which a correction finds it. */
function payAs(
  tables: TableAccess,
  row: WithdrawalRow,
  line: StatementLineRow,
  way: Exclude<Settlement, 'claim'>,
  when: Moment,
): DomainEvent[] {
  const { memberId, yen } = row
  const sent = memberYen({ yen, paidYen: line.yen })
  const claimYen = way === 'over' ? line.yen - yen : null
  const draft = draftFrom(memberId, balances(tables, memberId))
  move(draft, 'withdrawalHold', 'bank', sent, { kind: 'withdrawal' })
  if (way === 'short') {
    move(draft, 'withdrawalHold', 'available', yen - sent, { kind: 'withdrawal-release' })
    repayShortfall(draft)
  }
  const claims = claimYen === null ? [] : [claimed('sent', claimYen)]
  post(tables, when, [...draft.transfers, ...claims])
  noteEntry(tables, when, {
    memberId,
    way: 'out',
    kind: 'withdrawal',
    yen: sent,
    about: row.id,
    lineId: line.id,
    reverses: null,
  })
  const paid = step(tables, row, 'pay', {
    paidAt: arrivedAt(line, row.approvedAt ?? row.requestedAt, when.wall),
    lineId: line.id,
    paidYen: line.yen,
    claimYen,
  })
  // With the rest on the account it is not empty: it goes on, and its member closes it again.
  const isClosed = row.isClosing && way === 'over'
  if (row.isClosing) (isClosed ? finishClosing : revokeClosing)(tables, memberId, when.wall)
  const told = notify(tables, when, memberId, {
    kind: 'withdrawalDiffered',
    args: { amount: yen, paid: line.yen, way },
    about: row.id,
  })
  return [...changed(memberId, withdrawalStep(paid)), told, ...(isClosed ? [accountClosed(memberId)] : [])]
}
