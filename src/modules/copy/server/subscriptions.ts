import type { Yen } from '#kernel/money.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { no } from '#kernel/result.ts'
import { defineMemberCommand, done, type DomainEvent } from '#platform/engine/command.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import { termsOf } from '#modules/funding/server/public.ts'
import { isFrozen, tradingLevel } from '#modules/identity/server/public.ts'
import { notify } from '#modules/inbox/server/public.ts'
import { draftFrom, move, repayShortfall } from '#modules/ledger/model/drafting.ts'
import { balances, post } from '#modules/ledger/server/public.ts'
import { numberOf } from '#modules/orders/model/order.ts'
import { openRequest, type Effect } from '#modules/staff/server/public.ts'
import { FOLLOW, type RefuseReason } from '../model/states.ts'
import { decideSubscription } from '../model/subscribe.ts'
import {
  ENDS_NAMED,
  namedThen,
  poolChanged,
  poolOf,
  takenYen,
  type CommandDeps,
  type NavTime,
} from './pool-facts.ts'
import { follows, pools, type FollowRow } from './tables.ts'

/**
 * Whole yen wait for the next NAV, set aside in this very command: two at once cannot take the last yen under
 * the cap.
 */
export const subscribeCommand = (deps: CommandDeps) =>
  defineMemberCommand({
    type: 'copy.subscribe',
    captureInputs: (world, _input: { poolId: string; yen: Yen }, call, tables) => ({
      ...deps.times(),
      ...ENDS_NAMED,
      id: world.id(),
      held: deps.held(tables, call.memberId),
    }),
    run(tables, { poolId, yen }, { at, tradeDate, id, held, endsNamed }, call) {
      const memberId = call.memberId
      const found = poolOf(deps, tables, poolId)
      if (found === null) return no('POOL_NOT_FOUND')
      const {
        pool,
        listing: { terms },
      } = found
      const money = balances(tables, memberId)
      const decision = decideSubscription(
        {
          now: at,
          state: pool.state,
          opensAt: terms.opensAt,
          closesAt: terms.closesAt,
          minimumYen: terms.minimumYen,
          capYen: terms.capYen,
          takenYen: takenYen(tables, pool),
          isLead: pool.leadMemberId === memberId,
          level: tradingLevel(tables, memberId, call.at).level,
          isFrozen: isFrozen(tables, memberId, call.at),
          shortfallYen: money.shortfall,
          hasPending: tables
            .of(follows)
            .by('member', memberId)
            .some((row) => row.poolId === poolId && row.state === 'pending'),
          freeYen: termsOf(tables, memberId, held).withdrawableYen,
        },
        yen,
      )
      if (!decision.ok)
        return endsNamed || pool.state === 'open' ? decision : namedThen(decision, 'POOL_NOT_OPEN')
      const draft = draftFrom(memberId, money)
      move(draft, 'available', 'subscriptionHold', yen, { kind: 'subscription-hold' })
      post(tables, { seq: call.seq, at, tradeDate }, draft.transfers)
      const row = tables
        .of(follows)
        .insert({
          id,
          number: `C${numberOf('O', tradeDate, call.seq).slice(1)}`,
          poolId,
          memberId,
          state: 'pending',
          reason: null,
          buyYen: yen,
          units: 0,
          appliedAt: at,
          boughtAt: null,
          boughtOn: null,
          sellAskedAt: null,
          soldAt: null,
          paidYen: null,
        })
      return done({ id, number: row.number }, poolChanged(memberId, poolId))
    },
  })

/** `lastNav`: missing in journals of before, when what a late NAV was to take could be taken back. */
type SellInputs = { at: Ms; tradeDate: DateJst; lastNav?: NavTime }

/**
 * The follower sells: what waits in review is taken back at once, units are paid at the next NAV that has the
 * cash. Review ends when the NAV is due, however late it is taken: who could wait for what came after it
 * would join at a price that is known to be good, or not at all.
 */
export const sellCommand = (deps: CommandDeps) =>
  defineMemberCommand({
    type: 'copy.sell',
    captureInputs: (): SellInputs => ({ ...deps.times(), lastNav: deps.lastNav() }),
    run(tables, { followId }: { followId: string }, { at, tradeDate, lastNav }, call) {
      const row = tables.of(follows).get(followId)
      if (row?.memberId !== call.memberId) return no('RECORD_NOT_FOUND')
      if (row.state === 'pending') {
        if (lastNav !== undefined && isTakenBy(tables, row, lastNav, call.at)) return no('REVIEW_OVER')
        const ended = giveBack(tables, row, 'withdrawn', null, { seq: call.seq, at, tradeDate })
        return done({ id: row.id, state: ended.state }, poolChanged(row.memberId, row.poolId))
      }
      const state = FOLLOW[row.state].sell
      if (state === undefined) return no('RECORD_SOLD')
      tables.of(follows).update(row, { state, sellAskedAt: at })
      return done({ id: row.id, state }, poolChanged(row.memberId, row.poolId))
    },
  })

/**
 * True if this NAV, which is due and has not been taken, will take this subscription. What two reviewers are
 * deciding on waits for the next one.
 */
const isTakenBy = (tables: TableReader, row: FollowRow, nav: NavTime, now: Ms): boolean => {
  const { navDate } = tables.of(pools).get(row.poolId)!
  return (
    row.appliedAt <= nav.at &&
    (navDate === null || navDate < nav.date) &&
    openRequest(tables, 'copy-subscription.refuse', row.id, now) === undefined
  )
}

/** Ends a subscription in review by itself: what was set aside is available again. */
function giveBack(
  tables: TableAccess,
  row: FollowRow,
  state: 'withdrawn' | 'refused',
  reason: RefuseReason | null,
  when: { seq: number; at: Ms; tradeDate: DateJst },
): FollowRow {
  const draft = draftFrom(row.memberId, balances(tables, row.memberId))
  move(draft, 'subscriptionHold', 'available', row.buyYen, { kind: 'subscription-release' })
  repayShortfall(draft)
  post(tables, when, draft.transfers)
  return tables.of(follows).update(row, { state, reason, soldAt: when.at })
}

/** The message to the follower of a refused subscription. */
export const tellRefused = (
  tables: TableAccess,
  when: { seq: number; at: Ms },
  row: FollowRow,
  reason: RefuseReason,
): DomainEvent =>
  notify(tables, when, row.memberId, {
    kind: 'copyRefused',
    args: { pool: row.poolId, amount: row.buyYen, reason },
    about: row.id,
  })

const memberOfCase = (tables: TableReader, subject: string) =>
  tables.of(follows).get(subject)?.memberId ?? null

/**
 * Two reviewers refuse with a listed reason before the NAV; silence accepts (product decision 8). The money
 * goes back in the same command.
 */
export const refuseEffect: Effect = {
  power: 'copy-subscription.refuse',
  memberOf: memberOfCase,
  tells: true,
  refuse: (tables, subject) =>
    tables.of(follows).get(subject)?.state === 'pending' ? null : no('REVIEW_OVER'),
  carryOut(tables, { subject, reason }, when) {
    const row = tables.of(follows).get(subject)
    if (row?.state !== 'pending') return no('REVIEW_OVER')
    const code = reason!.code as RefuseReason
    giveBack(tables, row, 'refused', code, when)
    return done({ state: 'refused' }, [
      ...poolChanged(row.memberId, row.poolId),
      tellRefused(tables, when, row, code),
    ])
  },
}
