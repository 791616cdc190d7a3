import { no } from '#kernel/result.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { defineMemberCommand, done, type DomainEvent } from '#platform/engine/command.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import { notify } from '#modules/inbox/server/public.ts'
import type { Effect, When } from '#modules/staff/server/public.ts'
import { answeredBy } from '#modules/staff/model/appeal.ts'
import { decideAppeal } from '../model/appeal.ts'
import { after, APPEAL } from '../model/states.ts'
import { arrivesByBefore } from '../model/withdrawal.ts'
import { arrivesBy } from '../model/withdrawal-timer.ts'
import { freeReference } from './deposits.ts'
import { valuationSnapshot, termsOf, type ValuationSnapshot } from './terms.ts'
import { isPaymentNumber } from './open-line.ts'
import { appeals, bankAccounts, withdrawals, type AppealRow, type WithdrawalRow } from './tables.ts'
import { isHeld } from './withdrawal-effects.ts'
import { changed, hold, RUNNING, type WithdrawalDeps } from './withdrawals.ts'
import { confirmedOf, type Times } from './command-times.ts'
import { fundingChanged, withdrawalStep } from './events.ts'

/** The prefix by which operators name an appeal of this module. */
export const WITHDRAWAL_APPEALS = 'withdrawal:'
export const appealSubject = (id: string): string => WITHDRAWAL_APPEALS + id
export const appealBySubject = (tables: TableReader, subject: string): AppealRow | undefined =>
  tables.of(appeals).get(subject.slice(WITHDRAWAL_APPEALS.length))

export const appealOf = (tables: TableReader, withdrawalId: string): AppealRow | undefined =>
  tables.of(appeals).by('withdrawal', withdrawalId)[0]

/** The member complains about a denial. `textId`: where the text stands, which is personal. */
export const appealCommand = ({
  times,
  nextBusinessDay,
}: {
  times: () => Times
  nextBusinessDay: (date: DateJst) => DateJst
}) =>
  defineMemberCommand({
    type: 'withdrawal.appeal',
    captureInputs(world) {
      const now = times()
      return { ...now, id: world.id(), answerBy: answeredBy(now.wall, nextBusinessDay) }
    },
    run(tables, { withdrawalId, textId }: { withdrawalId: string; textId: string }, inputs, call) {
      const memberId = call.memberId
      const row = tables.of(withdrawals).get(withdrawalId)
      const decision = decideAppeal({
        state: row?.memberId === memberId ? row.state : undefined,
        appealed: appealOf(tables, withdrawalId) !== undefined,
        isText: true,
      })
      if (!decision.ok) return decision
      tables
        .of(appeals)
        .insert({
          id: inputs.id,
          memberId,
          withdrawalId,
          textId,
          state: 'open',
          filedAt: inputs.wall,
          answerBy: inputs.answerBy,
          decidedAt: null,
          answerId: null,
          payoutId: null,
        })
      return done({ id: withdrawalId }, [fundingChanged(memberId)])
    },
  })

/**
 * `wall`: what of it is confirmed; records from before a freeze was asked for have none; `arrives`: nor those
 * from before that was counted in business hours.
 */
type Inputs = { id: string; reference: string; held: ValuationSnapshot | null; wall?: Ms; arrives?: Ms }

/** The denied request again, approved by the appeal; null where the money is not there any more. */
function payOut(
  tables: TableAccess,
  denied: WithdrawalRow,
  inputs: Inputs,
  when: When,
): WithdrawalRow | null {
  const { memberId, yen } = denied
  const account = tables.of(bankAccounts).get(denied.accountId)
  if (account?.state !== 'approved' || yen > termsOf(tables, memberId, inputs.held).withdrawableYen)
    return null
  hold(tables, memberId, yen, when)
  return tables
    .of(withdrawals)
    .insert({
      ...denied,
      id: inputs.id,
      reference: inputs.reference,
      isClosing: false,
      decider: 'two',
      state: 'approved',
      requestedAt: when.wall,
      dueAt: when.wall,
      approvedAt: when.wall,
      approvedBy: 'appeal',
      paidAt: null,
      endedAt: null,
      reason: null,
      textId: null,
      deniedBy: null,
      lineId: null,
      transferId: null,
      ...RUNNING,
      denialUntil: null,
      releasedAt: null,
    })
}

/**
 * A third person's word. Overturned, the request is made again and approved at once, under a number of its
 * own, so that a withdrawal leaves what is held exactly once (invariant I10).
 */
export const appealEffect = (
  deps: Pick<WithdrawalDeps, 'bytes' | 'held' | 'times' | 'isBusinessDay'>,
  newId: () => string,
): Effect<Record<string, never>, Inputs> => ({
  power: 'appeal.decide',
  prefix: WITHDRAWAL_APPEALS,
  tells: true,
  memberOf: (tables, subject) => appealBySubject(tables, subject)?.memberId ?? null,
  refuse: (tables, subject) =>
    appealBySubject(tables, subject)?.state === 'open' ? null : no('APPEAL_DECIDED'),
  excluded(tables, subject) {
    const appeal = appealBySubject(tables, subject)
    return appeal === undefined ? [] : tables.of(withdrawals).get(appeal.withdrawalId)!.deniedBy!.split(' ')
  },
  captureInputs(tables, subject) {
    const memberId = appealBySubject(tables, subject)?.memberId
    const now = deps.times()
    return {
      wall: confirmedOf(now),
      arrives: arrivesBy('two', now.wall, null, deps.isBusinessDay),
      id: newId(),
      held: memberId === undefined ? null : valuationSnapshot(deps.held, tables, memberId),
      reference: freeReference(deps.bytes, (reference) => isPaymentNumber(tables, reference)),
    }
  },
  carryOut(tables, { subject, reason }, when, inputs) {
    const row = appealBySubject(tables, subject)
    const verdict = reason!.code === 'overturned' ? 'grant' : 'uphold'
    const state = row && after(APPEAL, row.state, verdict)
    if (!row || !state) return no('APPEAL_DECIDED')
    const held =
      verdict === 'grant' && inputs.wall !== undefined ? isHeld(tables, row.memberId, inputs.wall) : null
    if (held) return held
    const denied = tables.of(withdrawals).get(row.withdrawalId)!
    const payout = verdict === 'grant' ? payOut(tables, denied, inputs, when) : null
    tables
      .of(appeals)
      .update(row, { state, decidedAt: when.wall, answerId: reason!.text!.id, payoutId: payout?.id ?? null })
    const events: DomainEvent[] = [
      ...changed(row.memberId, payout ? withdrawalStep(payout) : null),
      notify(tables, when, row.memberId, {
        kind: 'appealDecided',
        args: { amount: denied.yen, verdict: state },
        about: denied.id,
      }),
    ]
    if (payout) {
      events.push(
        notify(tables, when, row.memberId, {
          kind: 'withdrawalApproved',
          args: {
            amount: payout.yen,
            by: inputs.arrives ?? arrivesByBefore(payout.requestedAt, payout.decider),
          },
          about: payout.id,
        }),
      )
    }
    return done({ state, payoutId: payout?.id ?? null }, events)
  },
})
