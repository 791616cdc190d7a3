import type { PartsPerMillion, Yen } from '#kernel/money.ts'
import { assert } from '#kernel/assert.ts'
import { DAY, dateJst, type DateJst, type Ms, type Days } from '#kernel/time.ts'
import type { PriceTenths } from '#kernel/price.ts'
import { defineCommand, done, type DomainEvent } from '#platform/engine/command.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import { hasPendingDividends } from '#modules/corporate-actions/server/public.ts'
import { LEVEL_LIMITS } from '#modules/identity/model/levels.ts'
import { isFrozen, memberOf } from '#modules/identity/server/public.ts'
import { notify } from '#modules/inbox/server/public.ts'
import type { Balances } from '#modules/ledger/model/accounts.ts'
import { move, repayShortfall } from '#modules/ledger/model/drafting.ts'
import { accountChanged } from '#modules/ledger/server/events.ts'
import { balances, post } from '#modules/ledger/server/public.ts'
import { accountFigures } from '#modules/portfolio/model/account.ts'
import { heldLot } from '#modules/portfolio/model/lot.ts'
import { openLots, settledCashOf, taxDueOf } from '#modules/portfolio/server/public.ts'
import { openRequest } from '#modules/staff/server/public.ts'
import { comingTax } from '#modules/tax/server/public.ts'
import { runNav, settleLast } from '../model/nav.ts'
import { worthOf, type FundValue } from '../model/fund-value.ts'
import { FOLLOW, POOL, type RefuseReason } from '../model/states.ts'
import { endUntraded, payBack, payFee } from './open-pool.ts'
import {
  poolChanged,
  hasUnits,
  liveFollows,
  openDrafts,
  poolOf,
  fundValueOf,
  type PoolListing,
  type CommandDeps,
} from './pool-facts.ts'
import { tellRefused } from './subscriptions.ts'
import { follows, lastShares, navs, pools, type FollowRow, type PoolRow } from './tables.ts'

/**
 * The day is over for this pool. `prices`: the closing prices of what it holds; `settlementDate`: of a trade
 * of that day; `at`: market time at which the NAV is due.
 */
export type NavInput = {
  poolId: string
  date: DateJst
  at: Ms
  prices: Readonly<Record<string, PriceTenths>>
  settlementDate: DateJst
}

/**
 * `endsAtOnce`: no fee after the last day, and nobody waits for a dividend. `asksRequests`: an open request
 * to refuse is waited for. `meetsDebts`: what is paid in meets what the pool owes.
 */
type Inputs = { endsAtOnce: true; asksRequests?: true; meetsDebts?: true }
type Step = {
  tables: TableAccess
  pool: PoolRow
  listing: PoolListing
  input: NavInput
  seq: number
  wall: Ms
  endsAtOnce: boolean
  asksRequests: boolean
  meetsDebts: boolean
  drafts: ReturnType<typeof openDrafts>
  events: DomainEvent[]
}

/**
 * Total assets of a pool at these closing prices, less the tax that is coming; fees that it owes are not
 * taken off yet.
 */
export function assetsOf(
  tables: TableReader,
  poolId: string,
  money: Balances,
  { prices, settlementDate }: Pick<NavInput, 'prices' | 'settlementDate'>,
): number {
  const lots = openLots(tables, poolId).map((lot) => ({
    ...heldLot(lot, settlementDate),
    openedToday: false,
    openFeeYen: 0,
  }))
  const figures = accountFigures(
    money,
    lots,
    (code) => {
      const lastTenths = prices[code]
      return lastTenths === undefined ? undefined : { lastTenths, previousCloseTenths: lastTenths }
    },
    0,
  )
  return figures.totalAssetsYen - taxDueOf(tables, poolId)
}

/**
 * A pool's daily NAV: fees, those who come and those who go, all in this one command, once for a trade date
 * (product decision 8). A pool whose lead has not paid the stake when it opens is void; one whose last day is
 * over is sold, and paid out at the first NAV at which all of it is settled cash.
 */
export const navCommand = (deps: Pick<CommandDeps, 'listings'>) =>
  defineCommand({
    type: 'copy.nav',
    // Of before stands null: a pool that had ended went on charging its fee and waited for dividends with the
    // money of all.
    captureInputs: (): Inputs => ({ endsAtOnce: true, asksRequests: true, meetsDebts: true }),
    run(tables, input: NavInput, inputs: Inputs | null, call) {
      const found = poolOf(deps, tables, input.poolId)
      if (found === null) return done({ ran: false })
      const { pool, listing } = found
      const when = { seq: call.seq, at: input.at, tradeDate: input.date }
      if (pool.state === 'announced') {
        if (input.at < listing.terms.opensAt) return done({ ran: false })
        return done({ ran: true }, endUntraded(tables, pool, when))
      }
      if (!isDue(pool, input)) return done({ ran: false })
      const step: Step = {
        tables,
        pool,
        listing,
        input,
        seq: call.seq,
        wall: call.at,
        endsAtOnce: inputs !== null,
        asksRequests: inputs?.asksRequests === true,
        meetsDebts: inputs?.meetsDebts === true,
        drafts: openDrafts(tables),
        events: [],
      }
      if (pool.state === 'closing' && isAllCash(tables, pool.id, step.endsAtOnce)) payOut(step)
      else dailyNav(step)
      post(tables, when, step.drafts.transfers())
      const told = new Set(
        step.events.filter(({ type }) => type === 'account.changed').map(({ memberId }) => memberId),
      )
      return done({ ran: true }, [
        ...step.events,
        ...(told.has(pool.leadMemberId) ? [] : poolChanged(pool.leadMemberId, pool.id)),
        accountChanged(pool.id),
      ])
    },
  })

const isDue = ({ state, navDate, openedAt }: PoolRow, { date, at }: NavInput): boolean =>
  (state === 'open' || state === 'closing') && (navDate === null || navDate < date) && openedAt! <= at

/**
 * Nothing is left to sell, to settle or to tax; a dividend that is still to come is handed on when it does.
 */
function isAllCash(tables: TableReader, poolId: string, endsAtOnce: boolean): boolean {
  const { unsettled, orderHold, dividendHold } = balances(tables, poolId)
  return (
    openLots(tables, poolId).length === 0 &&
    unsettled + orderHold + dividendHold === 0 &&
    comingTax(tables, poolId).length === 0 &&
    (endsAtOnce || !hasPendingDividends(tables, poolId))
  )
}

/** The days of a NAV's management fee, and its rates: nothing after the pool's last day. */
function feesOf({ pool, input, listing: { terms }, endsAtOnce }: Step): {
  managementPpm: PartsPerMillion
  performancePpm: PartsPerMillion
  days: Days
} {
  if (endsAtOnce && pool.state === 'closing') return { managementPpm: 0, performancePpm: 0, days: 0 }
  const until = endsAtOnce && terms.endsOn < input.date ? terms.endsOn : input.date
  const since = pool.navDate ?? dateJst(pool.openedAt!)
  return {
    managementPpm: terms.managementPpm,
    performancePpm: terms.performancePpm,
    days: Math.max(Math.round((Date.parse(until) - Date.parse(since)) / DAY), 0),
  }
}

/** Reason why the rule refuses the follower at the NAV; null: there is none. */
function refusedByRule(
  tables: TableReader,
  { memberId }: FollowRow,
  isOver: boolean,
  wall: Ms,
): RefuseReason | null {
  if (isOver) return 'pool-ended'
  if (LEVEL_LIMITS[memberOf(tables, memberId)!.level].products === 'none') return 'level'
  return isFrozen(tables, memberId, wall) ? 'frozen' : null
}

function dailyNav(step: Step): void {
  const {
    tables,
    pool,
    input,
    listing: { terms },
    drafts,
  } = step
  const isOver = input.date >= terms.endsOn
  const live = liveFollows(tables, pool.id)
  // Silence accepts; while two are deciding to refuse, nobody is silent.
  const isDisputed = ({ id }: FollowRow): boolean =>
    step.asksRequests &&
    !isOver &&
    openRequest(tables, 'copy-subscription.refuse', id, step.wall) !== undefined
  const pending = live
    .filter((row) => row.state === 'pending' && row.appliedAt <= input.at && !isDisputed(row))
    .map((row) => ({ row, reason: refusedByRule(tables, row, isOver, step.wall) }))
  const leaving = live
    .filter(({ state, sellAskedAt }) => state === 'leaving' && sellAskedAt! <= input.at)
    .toSorted((a, b) => a.sellAskedAt! - b.sellAskedAt! || (a.number < b.number ? -1 : 1))
  const nav = runNav({
    equityYen: assetsOf(tables, pool.id, balances(tables, pool.id), input) - pool.owedFeeYen,
    units: pool.units,
    cashYen: settledCashOf(tables, pool.id),
    owedYen: pool.owedFeeYen,
    high: { equityYen: pool.highEquityYen, units: pool.highUnits },
    ...feesOf(step),
    leaving: leaving.map(({ id, units }) => ({ id, units })),
    joining: pending
      .filter(({ reason }) => reason === null)
      .map(({ row: { id, buyYen } }) => ({ id, yen: buyYen })),
  })
  for (const { id, units } of nav.joined) join(step, id, units)
  for (const { id, yen } of nav.paid) pay(step, id, yen)
  payFee(drafts, pool.id, pool.leadMemberId, nav.feePaidYen)
  for (const { row, reason } of pending) if (reason !== null) refuse(step, row, reason)
  for (const id of nav.worthless) refuse(step, tables.of(follows).get(id)!, 'worthless')
  // After all that is paid: those who leave have the cash that the NAV reckoned with.
  if (step.meetsDebts) repayShortfall(drafts.of(pool.id))

  const { pot: fundValue } = nav
  assert(
    assetsOf(tables, pool.id, drafts.of(pool.id).balances, input) - nav.owedYen === fundValue.equityYen,
    `pool ${pool.id} is not worth what its holders have`,
  )
  tables
    .of(pools)
    .update(pool, {
      ...figuresAfter(step, fundValue),
      state: isOver ? (POOL[pool.state].end ?? pool.state) : pool.state,
      highEquityYen: nav.high.equityYen,
      highUnits: nav.high.units,
      owedFeeYen: nav.owedYen,
      missingYen: nav.missingYen,
    })
  const sum = (list: readonly { yen: Yen }[]) => list.reduce((total, { yen }) => total + yen, 0)
  note(step, fundValue, {
    inYen: sum(nav.joined),
    outYen: sum(nav.paid),
    managementYen: nav.managementYen,
    performanceYen: nav.performanceYen,
    feePaidYen: nav.feePaidYen,
  })
}

/**
 * Holdings of all holders at this pot: followers rounded down, the rest is the lead's, and together it is the
 * pool's equity.
 */
function holdings(
  tables: TableReader,
  poolId: string,
  fundValue: FundValue,
): { followersYen: Yen; followers: number; units: number } {
  const held = tables.of(follows).by('pool', poolId).filter(hasUnits)
  return {
    followersYen: held.reduce((sum, { units }) => sum + worthOf(fundValue, units), 0),
    units: held.reduce((sum, { units }) => sum + units, 0),
    followers: new Set(held.map(({ memberId }) => memberId)).size,
  }
}

function figuresAfter({ tables, pool, input }: Step, fundValue: FundValue): Partial<PoolRow> {
  const { followersYen, units } = holdings(tables, pool.id, fundValue)
  assert(
    units + pool.leadUnits === fundValue.units,
    `units of pool ${pool.id}: ${units} of followers, ${pool.leadUnits} of the lead, ${fundValue.units} in all`,
  )
  return {
    units: fundValue.units,
    equityYen: fundValue.equityYen,
    leadYen: fundValue.equityYen - followersYen,
    beforeEquityYen: pool.equityYen,
    beforeUnits: pool.units,
    navDate: input.date,
  }
}

type Flows = { inYen: Yen; outYen: Yen; managementYen: Yen; performanceYen: Yen; feePaidYen: Yen }
function note({ tables, pool, input: { date, at } }: Step, fundValue: FundValue, flows: Flows): void {
  const { followersYen, followers } = holdings(tables, pool.id, fundValue)
  tables
    .of(navs)
    .insert({
      poolId: pool.id,
      date,
      at,
      ...fundValue,
      leadYen: fundValue.equityYen - followersYen,
      followers,
      ...flows,
    })
}

function join({ tables, drafts, pool, input, seq, events }: Step, id: string, units: number): void {
  const row = tables.of(follows).get(id)!
  move(drafts.of(row.memberId), 'subscriptionHold', 'pools', row.buyYen, { kind: 'pool-subscription' })
  move(drafts.of(pool.id), 'pools', 'available', row.buyYen, { kind: 'pool-subscription' })
  tables
    .of(follows)
    .update(row, { state: FOLLOW[row.state].accept!, units, boughtAt: input.at, boughtOn: input.date })
  events.push(
    ...poolChanged(row.memberId, pool.id),
    notify(tables, { seq, at: input.at }, row.memberId, {
      kind: 'copyFollowing',
      args: { pool: pool.id, amount: row.buyYen, units },
      about: id,
    }),
  )
}

function pay({ tables, drafts, pool, input, seq, events }: Step, id: string, yen: Yen): void {
  const row = tables.of(follows).get(id)!
  payBack(drafts, pool.id, row.memberId, yen, row.buyYen)
  tables.of(follows).update(row, { state: FOLLOW[row.state].pay!, soldAt: input.at, paidYen: yen })
  events.push(
    ...poolChanged(row.memberId, pool.id),
    notify(tables, { seq, at: input.at }, row.memberId, {
      kind: 'copyPaid',
      args: { pool: pool.id, amount: yen, profit: yen - row.buyYen },
      about: id,
    }),
  )
}

function refuse(
  { tables, drafts, pool, input, seq, events }: Step,
  row: FollowRow,
  reason: RefuseReason,
): void {
  const draft = drafts.of(row.memberId)
  move(draft, 'subscriptionHold', 'available', row.buyYen, { kind: 'subscription-release' })
  repayShortfall(draft)
  tables.of(follows).update(row, { state: FOLLOW[row.state].refuse!, reason, soldAt: input.at })
  events.push(...poolChanged(row.memberId, pool.id), tellRefused(tables, { seq, at: input.at }, row, reason))
}

/** The members whose part is what comes in later (`hand-on.ts`). */
function keepShares(tables: TableAccess, pool: PoolRow, holders: readonly FollowRow[]): void {
  for (const { id, memberId, units } of holders)
    tables.of(lastShares).insert({ poolId: pool.id, holderId: id, memberId, units, done: false })
  tables
    .of(lastShares)
    .insert({
      poolId: pool.id,
      holderId: pool.id,
      memberId: pool.leadMemberId,
      units: pool.leadUnits,
      done: false,
    })
}

/** The last NAV: everything is cash, everybody is paid, and the lead gets the rest. */
function payOut(step: Step): void {
  const { tables, pool, input, drafts } = step
  const live = liveFollows(tables, pool.id)
  for (const row of live.filter(({ state }) => state === 'pending')) refuse(step, row, 'pool-ended')
  const last = settleLast({
    cashYen: balances(tables, pool.id).available,
    owedYen: pool.owedFeeYen,
    units: pool.units,
    followers: live.filter(hasUnits).map(({ id, units }) => ({ id, units })),
  })
  if (step.endsAtOnce) keepShares(tables, pool, live.filter(hasUnits))
  for (const { id, yen } of last.paid) pay(step, id, yen)
  payFee(drafts, pool.id, pool.leadMemberId, last.feePaidYen)
  // One unit for each yen of the stake.
  payBack(drafts, pool.id, pool.leadMemberId, last.leadYen, pool.leadUnits)
  note(
    step,
    { equityYen: 0, units: 0 },
    {
      inYen: 0,
      outYen: last.paid.reduce((sum, { yen }) => sum + yen, 0) + last.leadYen,
      managementYen: 0,
      performanceYen: 0,
      feePaidYen: last.feePaidYen,
    },
  )
  tables
    .of(pools)
    .update(pool, {
      state: POOL[pool.state].pay!,
      units: 0,
      leadUnits: 0,
      equityYen: 0,
      leadYen: 0,
      beforeEquityYen: fundValueOf(pool).equityYen,
      beforeUnits: pool.units,
      owedFeeYen: 0,
      missingYen: 0,
      navDate: input.date,
      endedAt: input.at,
    })
}
