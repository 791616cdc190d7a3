import type { MemberId } from '#kernel/id.ts'
import { no, type Refusal } from '#kernel/result.ts'
import type { Ms } from '#kernel/time.ts'
import { done } from '#platform/engine/command.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { isFrozen, withdrawalsClosedUntil } from '#modules/identity/server/public.ts'
import type { Effect } from '#modules/staff/server/public.ts'
import { arrivedAt } from '../model/withdrawal.ts'
import { arrivesBy } from '../model/withdrawal-timer.ts'
import { standingEntry } from './cash-entries.ts'
import { confirmedOf } from './command-times.ts'
import { statementLines, type StatementLineRow, type WithdrawalRow } from './tables.ts'
import { approve, giveBack, isDecided, pay, withdrawalOf, type WithdrawalDeps } from './withdrawals.ts'

/**
 * null: a record from before this was asked; `wall`: what of it is confirmed; `arrives`: by when it is at the bank, absent in records from
 * before that was counted in business hours.
 */
type Inputs = { wall: Ms; arrives?: Ms } | null

type EffectDeps = Pick<WithdrawalDeps, 'times' | 'isBusinessDay'>

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
 * Two reviewers, a reason of the closed list, and a text; the money is back in the same command (invariants
 * I10, I15).
 */
const denyEffect: Effect = {
  power: 'withdrawal.deny',
  memberOf,
  tells: true,
  refuse: (tables, subject) => isDecided(tables, subject, 'deny'),
  carryOut(tables, { subject, reason, signers }, when) {
    const refused = isDecided(tables, subject, 'deny')
    if (refused) return refused
    const patch = {
      reason: reason!.code,
      textId: reason!.text!.id,
      deniedBy: signers.map(({ operatorId }) => operatorId).join(' '),
    }
    return done({ state: 'denied' }, giveBack(tables, withdrawalOf(tables, subject)!, 'deny', when, patch))
  },
}

const lineFits = (
  line: StatementLineRow | undefined,
  row: WithdrawalRow,
  kind: StatementLineRow['kind'],
): Refusal | null => {
  if (line === undefined) return no('LINE_NOT_FOUND')
  if (line.usedFor !== null) return no('LINE_USED')
  if (line.kind !== kind) return no('LINE_OTHER_KIND')
  if (line.reference !== row.reference) return no('LINE_OTHER_REFERENCE')
  return line.yen === row.yen ? null : no('LINE_OTHER_AMOUNT')
}

/** What a correction has given back, the bank cannot send back a second time. */
const isCorrected = (tables: TableReader, subject: string): Refusal | null =>
  withdrawalOf(tables, subject)!.state === 'paid' &&
  standingEntry(tables, subject, 'withdrawal') === undefined
    ? no('ENTRY_REVERSED')
    : null

/**
 * Paid, or returned by the member's bank: a treasurer says so from a line of the bank's statement, and from
 * nothing else.
 */
const fromLine = (act: 'pay' | 'return'): Effect<{ lineId: string }> => {
  const kind = act === 'pay' ? 'out' : 'returned'
  const refuse = (tables: TableReader, subject: string, { lineId }: { lineId: string }): Refusal | null =>
    isDecided(tables, subject, act) ??
    isCorrected(tables, subject) ??
    lineFits(tables.of(statementLines).get(lineId), withdrawalOf(tables, subject)!, kind)
  return {
    power: act === 'pay' ? 'withdrawal.mark-paid' : 'withdrawal.mark-returned',
    takes: ['lineId'],
    memberOf,
    tells: true,
    refuse,
    carryOut(tables, { subject, body }, when) {
      const refused = refuse(tables, subject, body)
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
  denyEffect,
  fromLine('pay'),
  fromLine('return'),
]
