import { no, type Refusal } from '#kernel/result.ts'
import type { Json } from '#kernel/hash.ts'
import type { Ms } from '#kernel/time.ts'
import { done, type Outcome } from '#platform/engine/command.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import { post } from '#modules/ledger/server/public.ts'
import { endOpenRequest, openRequest, type Effect } from '#modules/staff/server/public.ts'
import { decideSettlement } from '../model/differing-payment.ts'
import { refundIdOf } from '../model/refund.ts'
import { arrivedAt } from '../model/withdrawal.ts'
import { correctedLines, importerOf, importersOf, isNobodys } from './open-line.ts'
import { statementLines, withdrawals, type StatementLineRow, type WithdrawalRow } from './tables.ts'
import { changed, claimed, pay, withdrawalOf, type Moment } from './withdrawals.ts'

type Body = { lineId: string }
/**
 * `importer`: the treasurer who brought in the line that is named. null: a record from before a claim could
 * end in parts, or by a line without a number of ours.
 */
type Inputs = { importer: string | null } | null

const lineOf = (tables: TableReader, lineId: string): StatementLineRow | undefined =>
  tables.of(statementLines).get(lineId)

/** Settlement that a line would bring of a withdrawal, or the reason why it cannot. */
function settlementOf(tables: TableReader, subject: string, lineId: string, inputs: Inputs) {
  const row = withdrawalOf(tables, subject)
  if (row === undefined) return no('WITHDRAWAL_DECIDED')
  const line = lineOf(tables, lineId)
  const isNew = inputs !== null
  const corrected = isNew ? correctedLines(tables, row.reference) : new Set<string>()
  const open = tables
    .of(statementLines)
    .by('open', row.reference)
    .filter(({ id, kind }) => kind === 'out' && !corrected.has(id))
  return decideSettlement(row, line, {
    // Of several of one sum each is the same payment: which of them was one too many makes no difference.
    isAlone: open.length === 1 && (open[0]!.id === lineId || open[0]!.yen === line?.yen),
    isNobodys: isNew && line !== undefined && isNobodys(tables, line, row),
    isCorrection: corrected.has(lineId),
    takesParts: isNew,
  })
}

/**
 * Treasurer and reviewer settle a payment by which the bank sent another sum than was asked for (decision
 * 0185). Who brought the line in signs neither. The line stands for the withdrawal as it is: what was sent
 * less is given back to the member in the same command; what was sent more is the firm's claim against its
 * bank, which ends with the lines by which it comes back: under its number, or in the bank's own name.
 */
export const settleEffect = (now: () => Ms): Effect<Body, Inputs> => ({
  power: 'withdrawal.settle',
  takes: ['lineId'],
  only: true,
  tells: true,
  memberOf: (tables, subject) => withdrawalOf(tables, subject)?.memberId ?? null,
  captureInputs: (tables, _subject, { lineId }) => ({ importer: importerOf(tables, lineOf(tables, lineId)) }),
  refuse(tables, subject, { lineId }, inputs): Refusal | null {
    const decided = settlementOf(tables, subject, lineId, inputs)
    return decided.ok ? null : decided
  },
  excluded(tables, subject, inputs) {
    const reference = withdrawalOf(tables, subject)?.reference
    if (reference === undefined) return []
    const importer = inputs === undefined ? importerAsked(tables, subject, now()) : (inputs?.importer ?? null)
    return [
      ...importersOf(tables, reference, 'out'),
      ...importersOf(tables, reference, 'returned'),
      ...(importer === null ? [] : [importer]),
    ]
  },
  carryOut(tables, { subject, body: { lineId } }, when, inputs): Outcome<Json> {
    const decided = settlementOf(tables, subject, lineId, inputs)
    if (!decided.ok) return decided
    const row = withdrawalOf(tables, subject)!
    const line = lineOf(tables, lineId)!
    tables.of(statementLines).update(line, { usedFor: row.id })
    if (decided.value === 'claim') return takeBack(tables, row, line, when)
    const paidAt = arrivedAt(line, row.approvedAt ?? row.requestedAt, when.wall)
    return done({ state: 'paid' }, pay(tables, row, line.id, paidAt, when, line.yen))
  },
})

/** The treasurer who brought in the line of the request that is open now. */
function importerAsked(tables: TableReader, subject: string, now: Ms): string | null {
  const lineId = openRequest(tables, 'withdrawal.settle', subject, now)?.body['lineId']
  return typeof lineId === 'string' ? importerOf(tables, lineOf(tables, lineId)) : null
}

/** The claim against the bank, or a part of it, has come back: nobody's money but the firm's moves. */
function takeBack(
  tables: TableAccess,
  row: WithdrawalRow,
  { id, kind, yen }: StatementLineRow,
  when: Moment,
): Outcome<Json> {
  post(tables, when, [claimed('returned', yen)])
  const rest = row.claimYen! - yen
  tables.of(withdrawals).update(row, { claimYen: rest === 0 ? null : rest })
  // Money that the bank owed goes back to no sender.
  if (kind === 'in') endOpenRequest(tables, 'refund.decide', refundIdOf(id), when.wall)
  return done({ state: 'paid' }, changed(row.memberId))
}
