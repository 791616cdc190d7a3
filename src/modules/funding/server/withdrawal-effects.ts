import type { MemberId } from '#kernel/id.ts'
import { no, type Refusal } from '#kernel/result.ts'
import type { Ms } from '#kernel/time.ts'
import { done } from '#platform/engine/command.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { isFrozen, withdrawalsClosedUntil } from '#modules/identity/server/public.ts'
import type { Effect } from '#modules/staff/server/public.ts'
import { returnable } from '../model/differing-payment.ts'
import { arrivedAt } from '../model/withdrawal.ts'
import { arrivesBy } from '../model/withdrawal-timer.ts'
import { standingEntry } from './cash-entries.ts'
import { confirmedOf } from './command-times.ts'
import { settleEffect } from './differing-payments.ts'
import { paidRule } from './line-rules.ts'
import { importersOf, isCorrectedDebit } from './open-line.ts'
import { isStuck } from './payment-stops.ts'
import { statementLines, type StatementLineRow, type WithdrawalRow } from './tables.ts'
import { approve, giveBack, isDecided, pay, withdrawalOf, type WithdrawalDeps } from './withdrawals.ts'

/**
 * null: a record from before this was asked; `wall`: what of it is confirmed; `arrives`: by when it is at the
 * bank, absent in records from before that was counted in business hours.
 */
type Inputs = { wall: Ms; arrives?: Ms } | null

type EffectDeps = Pick<WithdrawalDeps, 'times' | 'isBusinessDay'> & { isUnwritable: (id: string) => boolean }

const memberOf = (tables: TableReader, subject: string) => withdrawalOf(tables, subject)?.memberId ?? null

/** A frozen account is not paid, nor one whose withdrawals rest: whoever froze it opens it first. */
export function isHeld(tables: TableReader, memberId: MemberId, wall: Ms): Refusal | null {
  if (isFrozen(tables, memberId, wall)) return no('WITHDRAWAL_STOPPED', { stop: 'frozen' })
  return withdrawalsClosedUntil(tables, memberId, wall) === null
    ? null
    : no('WITHDRAWAL_STOPPED', { stop: 'recovery' })
}
const cannotApprove = (tables: TableReader, subject: string, inputs: Inputs): Refusal | null =>
  isDecided(tables, subject, 'approve') ??
  (inputs === null ? null : isHeld(tables, withdrawalOf(tables, subject)!.memberId, inputs.wall))

/** Above the daily rule: treasurer and reviewer (security and trust 1). */
const approveEffect = ({ times, isBusinessDay }: EffectDeps): Effect<Record<string, never>, Inputs> => ({
  power: 'withdrawal.approve',
  only: true,
  memberOf,
  tells: true,
  captureInputs(tables, subject) {
    const now = times()
    const wall = confirmedOf(now)
    const row = withdrawalOf(tables, subject)
    return row === undefined
      ? { wall }
      : { wall, arrives: arrivesBy(row.decider, row.dueAt, now.wall, isBusinessDay) }
  },
  refuse: (tables, subject, _body, inputs) => cannotApprove(tables, subject, inputs),
  carryOut(tables, { subject }, when, inputs) {
    const refused = cannotApprove(tables, subject, inputs)
    return (
      refused ??
      done(
        { state: 'approved' },
        approve(tables, withdrawalOf(tables, subject)!, 'two', when.wall, when, inputs?.arrives),
      )
    )
  },
})

/**
 * `isUnwritable`: no file for the bank could take it when the next one was last written. null: a record from
 * before an approved withdrawal could be denied.
 */
type DenialInputs = { wall: Ms; isUnwritable: boolean } | null

const cannotDeny = (tables: TableReader, subject: string, inputs: DenialInputs): Refusal | null => {
  const decided = isDecided(tables, subject, 'deny')
  const row = withdrawalOf(tables, subject)
  if (decided !== null || row?.state !== 'approved') return decided
  if (inputs === null) return no('WITHDRAWAL_DECIDED')
  return isStuck(tables, row, inputs.wall, inputs.isUnwritable) ? null : no('WITHDRAWAL_NOT_STOPPED')
}

/**
 * Two reviewers, a reason of the closed list, and a text; the money is back in the same command (invariants
 * I10, I15). Once approved only while something stops it, so that none is held for ever.
 */
const denyEffect = ({ times, isUnwritable }: EffectDeps): Effect<Record<string, never>, DenialInputs> => ({
  power: 'withdrawal.deny',
  only: true,
  memberOf,
  tells: true,
  captureInputs: (_tables, subject) => ({ wall: confirmedOf(times()), isUnwritable: isUnwritable(subject) }),
  refuse: (tables, subject, _body, inputs) => cannotDeny(tables, subject, inputs),
  carryOut(tables, { subject, reason, signers }, when, inputs) {
    const refused = cannotDeny(tables, subject, inputs)
    if (refused) return refused
    const patch = {
      reason: reason!.code,
      textId: reason!.text!.id,
      deniedBy: signers.map(({ operatorId }) => operatorId).join(' '),
    }
    return done({ state: 'denied' }, giveBack(tables, withdrawalOf(tables, subject)!, 'deny', when, patch))
  },
})

const lineFits = (
  line: StatementLineRow | undefined,
  row: WithdrawalRow,
  kind: StatementLineRow['kind'],
): Refusal | null => {
  if (line === undefined) return no('LINE_NOT_FOUND')
  if (line.usedFor !== null) return no('LINE_USED')
  if (line.kind !== kind) return no('LINE_OTHER_KIND')
  if (line.reference !== row.reference) return no('LINE_OTHER_REFERENCE')
  // The sum that comes back is the one that was sent.
  return line.yen === (kind === 'out' ? row.yen : returnable(row)) ? null : no('LINE_OTHER_AMOUNT')
}

/** Money that a correction has given back: the bank cannot send it back a second time. */
const isCorrected = (tables: TableReader, subject: string): Refusal | null =>
  withdrawalOf(tables, subject)!.state === 'paid' &&
  standingEntry(tables, subject, 'withdrawal') === undefined
    ? no('ENTRY_REVERSED')
    : null

const importersFor = (tables: TableReader, subject: string, kind: StatementLineRow['kind']) => {
  const reference = withdrawalOf(tables, subject)?.reference
  return reference === undefined ? [] : importersOf(tables, reference, kind)
}

/**
 * null: a record from before the two were apart. `paidFirst`: what comes back was marked as paid before, or
 * the books would have neither line. `secondDebit`: what the bank gave back of a debit too many is not the
 * member's. Both are absent in records from before that was asked.
 */
type ApartInputs = { apart: true; paidFirst?: true; secondDebit?: true } | null
const APART: ApartInputs = { apart: true, paidFirst: true, secondDebit: true }

const ofSecondDebit = (tables: TableReader, lineId: string): Refusal | null =>
  isCorrectedDebit(tables, tables.of(statementLines).get(lineId)!) ? no('LINE_OF_SECOND_DEBIT') : null

/**
 * Paid, or returned by the member's bank: a treasurer says so from a line of the bank's statement, and from
 * nothing else.
 */
const fromLine = (act: 'pay' | 'return'): Effect<{ lineId: string }, ApartInputs> => {
  const kind = act === 'pay' ? 'out' : 'returned'
  const refuse = (
    tables: TableReader,
    subject: string,
    { lineId }: { lineId: string },
    inputs: ApartInputs = APART,
  ): Refusal | null =>
    isDecided(tables, subject, act) ??
    (act === 'return' && inputs?.paidFirst === true && withdrawalOf(tables, subject)!.state !== 'paid'
      ? no('WITHDRAWAL_NOT_PAID')
      : null) ??
    isCorrected(tables, subject) ??
    lineFits(tables.of(statementLines).get(lineId), withdrawalOf(tables, subject)!, kind) ??
    (act === 'return' && inputs?.secondDebit === true ? ofSecondDebit(tables, lineId) : null)
  return {
    power: act === 'pay' ? 'withdrawal.mark-paid' : 'withdrawal.mark-returned',
    takes: ['lineId'],
    only: true,
    ...(act === 'pay' ? { byRule: paidRule } : {}),
    memberOf,
    tells: true,
    refuse,
    captureInputs: () => APART,
    excluded: (tables, subject, inputs = APART) =>
      inputs?.apart === true ? importersFor(tables, subject, kind) : [],
    carryOut(tables, { subject, body }, when, inputs) {
      const refused = refuse(tables, subject, body, inputs)
      if (refused) return refused
      const row = withdrawalOf(tables, subject)!
      const line = tables.of(statementLines).get(body.lineId)!
      tables.of(statementLines).update(line, { usedFor: row.id })
      const events =
        act === 'pay'
          ? pay(tables, row, line.id, arrivedAt(line, row.approvedAt ?? row.requestedAt, when.wall), when)
          : giveBack(tables, row, 'return', when, {}, line.id)
      return done({ state: act === 'pay' ? 'paid' : 'returned' }, events)
    },
  }
}

export const withdrawalEffects = (deps: EffectDeps): Effect[] => [
  approveEffect(deps),
  denyEffect(deps),
  fromLine('pay'),
  fromLine('return'),
  settleEffect(() => deps.times().wall),
]
