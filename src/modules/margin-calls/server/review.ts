import type { MemberId } from '#kernel/id.ts'
import { assert } from '#kernel/assert.ts'
import type { Yen } from '#kernel/money.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { defineCommand, done, type DomainEvent } from '#platform/engine/command.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import { post } from '#modules/ledger/server/public.ts'
import { notify } from '#modules/inbox/server/public.ts'
import {
  missingYen,
  NEXT_CALL_STATE,
  reviewed,
  type CallState,
  type MarginCall,
} from '#modules/margin/model/calls.ts'
import { callsOf, marginCalls } from '#modules/margin/server/public.ts'
import { cancelAllOpening, closeAtMarket, leavingQuantity } from '#modules/orders/server/public.ts'
import { openNotional, type Lot } from '#modules/portfolio/model/lot.ts'
import { lots } from '#modules/portfolio/server/public.ts'
import { leveragedLots } from './account.ts'
import { marginChanged } from './events.ts'
import { isTrading } from '#modules/instruments/model/schedule.ts'
import type { CommandDeps } from './command-deps.ts'

/**
 * `paidIn`: money from outside since each open call, by its trade date. `deadline`: calls with a deadline up
 * to then that are not met are forced; null: only what has been met is looked at. `at` is market time.
 */
export type ReviewInput = {
  memberId: MemberId
  paidIn: Readonly<Record<DateJst, Yen>>
  deadline: Ms | null
  at: Ms
}

type Change = { call: MarginCall; metYen: Yen; state: CallState }
/** `send`: leveraged lots of a forced account that nothing is closing yet. */
type Review = { changes: readonly Change[]; send: readonly Lot[]; justForced: boolean }

/**
 * The new state of a member's calls; the same for the command and for whoever asks whether the command is
 * needed.
 */
export function reviewOf(
  tables: TableReader,
  { memberId, paidIn, deadline }: Omit<ReviewInput, 'at'>,
): Review {
  const held = leveragedLots(tables, memberId)
  const notional = (of: readonly Lot[]) => of.reduce((sum, lot) => sum + openNotional(lot), 0)
  const calls = callsOf(tables, memberId).map((call): Change => {
    if (call.state === 'forced')
      return { call, metYen: call.metYen, state: held.length === 0 ? 'closed' : 'forced' }
    const since = {
      paidInYen: paidIn[call.tradeDate] ?? 0,
      notionalYen: notional(held),
      stillOpenYen: notional(held.filter((lot) => lot.openedAt <= call.madeAt)),
    }
    const { metYen, state } = reviewed(call, since)
    return {
      call,
      metYen,
      state: state === 'open' && deadline !== null && call.deadlineAt <= deadline ? 'forced' : state,
    }
  })
  const isForced = calls.some(({ state }) => state === 'forced')
  return {
    changes: calls.filter(({ call, metYen, state }) => call.state !== state || call.metYen !== metYen),
    send: isForced ? held.filter((lot) => leavingQuantity(tables, lot) < lot.openQuantity) : [],
    justForced: calls.some(({ call, state }) => call.state === 'open' && state === 'forced'),
  }
}

export const isNeeded = ({ changes, send }: Review): boolean => changes.length > 0 || send.length > 0

/**
 * Takes note of what has met a call. An account whose deadline has passed is closed: its open new orders are
 * cancelled, all leveraged lots go into the next opening auction, and what that leaves is sent at market with
 * the next trade of its issue.
 */
export const reviewCommand = ({ placing }: CommandDeps) =>
  defineCommand({
    type: 'calls.review',
    captureInputs: (world, { memberId }: ReviewInput, _call, tables) => ({
      ...placing(),
      ids: leveragedLots(tables, memberId).map(() => world.id()),
      says: true,
    }),
    run(tables, input, inputs, { seq }) {
      const { changes, send, justForced } = reviewOf(tables, input)
      const { ids, at, tradeDate, phase } = inputs
      const { memberId } = input
      const says = inputs.says
      const events =
        changes.length > 0
          ? [...written(tables, memberId, changes, { seq, at: input.at }), marginChanged(memberId)]
          : []
      if (justForced) {
        const cancelled = cancelAllOpening(tables, memberId, { seq, at, tradeDate, says })
        post(tables, { seq, at, tradeDate }, cancelled.transfers)
        events.push(...cancelled.events)
      }
      for (const [n, lot] of send.entries()) {
        const moment = { seq, at, tradeDate, says, n, orderId: ids[n]!, inSession: isTrading(phase) }
        events.push(...closeAtMarket(tables, moment, tables.of(lots).get(lot.id)!, 'forced-call'))
      }
      return done({ changed: changes.length, sent: send.length }, events)
    },
  })

/** A change is told once, however many calls it concerns. */
function written(
  tables: TableAccess,
  memberId: MemberId,
  changes: readonly Change[],
  when: { seq: number; at: Ms },
): DomainEvent[] {
  let metYen = 0
  let forcedYen = 0
  for (const { call, state, ...change } of changes) {
    assert(
      NEXT_CALL_STATE[call.state].includes(state),
      `call ${call.memberId} ${call.tradeDate}: ${call.state} cannot become ${state}`,
    )
    const after = tables
      .of(marginCalls)
      .update(call, { ...change, state, endedAt: state === 'met' || state === 'closed' ? when.at : null })
    if (state === 'met') metYen += after.amountYen
    if (state === 'forced') forcedYen += missingYen(after)
  }
  return [
    ...(metYen > 0 ? [notify(tables, when, memberId, { kind: 'callMet', args: { amount: metYen } })] : []),
    ...(forcedYen > 0
      ? [notify(tables, when, memberId, { kind: 'forcedClosing', args: { amount: forcedYen } })]
      : []),
  ]
}
