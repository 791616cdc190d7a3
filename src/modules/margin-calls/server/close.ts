import type { MemberId } from '#kernel/id.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { defineCommand, done, type DomainEvent } from '#platform/engine/command.ts'
import type { TableAccess } from '#platform/engine/table.ts'
import { notify } from '#modules/inbox/server/public.ts'
import { callAtClose } from '#modules/margin/model/calls.ts'
import { NEW_LOTS_BP } from '#modules/margin/model/rates.ts'
import { isBelow, marginState, ratioBp, type MarginState } from '#modules/margin/model/ratio.ts'
import { callsOf, isForced, marginCalls, marginCloses } from '#modules/margin/server/public.ts'
import { accountAt, type Prices } from './account.ts'
import { marginChanged } from './events.ts'

/**
 * A close and the members that hold leveraged lots, or did at the close before. `at` is the market time of
 * the close.
 */
export type CloseInput = {
  tradeDate: DateJst
  at: Ms
  deadlineAt: Ms
  /** Of a trade of this day: charges accrue until then. */
  settlementDate: DateJst
  /** Closing prices of what these members hold. */
  prices: Prices
  memberIds: readonly MemberId[]
}

/**
 * Asks every account at its closing prices: below 30 % a warning, below 20 % or 300,000 yen a call. Running
 * it twice asks nobody twice.
 */
export const closeCommand = defineCommand({
  type: 'calls.close',
  captureInputs: () => undefined,
  run(tables, input: CloseInput, _inputs, call) {
    const events: DomainEvent[] = []
    for (const memberId of input.memberIds) {
      const before = tables.of(marginCloses).get(memberId)
      if (before && before.tradeDate >= input.tradeDate) continue
      const { cashYen, lots, priceOf, loanYen } = accountAt(
        tables,
        memberId,
        (code) => input.prices[code],
        input.settlementDate,
      )
      const state = marginState(cashYen, lots, priceOf, loanYen)
      const row = { memberId, tradeDate: input.tradeDate, ...state }
      if (before) tables.of(marginCloses).update(before, row)
      else tables.of(marginCloses).insert(row)
      const wasBelow = before !== undefined && isBelow(before, NEW_LOTS_BP)
      events.push(...askAccount(tables, { memberId, state, wasBelow, input, seq: call.seq }))
    }
    return done({ asked: input.memberIds.length }, events)
  },
})

type Asked = { memberId: MemberId; state: MarginState; wasBelow: boolean; input: CloseInput; seq: number }

function askAccount(tables: TableAccess, { memberId, state, wasBelow, input, seq }: Asked): DomainEvent[] {
  // Its lots are all on their way out.
  if (isForced(tables, memberId)) return []
  const { tradeDate, at, deadlineAt } = input
  const made = callAtClose(state, callsOf(tables, memberId))
  if (made) {
    tables
      .of(marginCalls)
      .insert({
        memberId,
        tradeDate,
        ...made,
        notionalYen: state.notionalYen,
        metYen: 0,
        madeAt: at,
        madeSeq: seq,
        deadlineAt,
        state: 'open',
        endedAt: null,
      })
    return [
      notify(tables, { seq, at }, memberId, {
        kind: 'marginCall',
        args: { amount: made.amountYen, deadline: deadlineAt },
      }),
      marginChanged(memberId),
    ]
  }
  if (wasBelow || !isBelow(state, NEW_LOTS_BP)) return []
  return [
    notify(tables, { seq, at }, memberId, { kind: 'marginWarning', args: { ratioBp: ratioBp(state)! } }),
  ]
}
