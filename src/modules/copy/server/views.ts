import type { MemberId } from '#kernel/id.ts'
import type { Lang } from '#i18n/lang.ts'
import { rateBp } from '#kernel/money.ts'
import { iso, type Ms } from '#kernel/time.ts'
import { memberOf } from '#modules/identity/server/public.ts'
import type { TableReader } from '#platform/engine/table.ts'
import type * as contract from '../contract.ts'
import { drawdownBp, NAV_UNITS, navShown, worthOf } from '../model/fund-value.ts'
import { RESULT_STEPS, resultsOf, type FollowerResult } from '../model/results.ts'
import { shownState } from '../model/states.ts'
import { isUnstaked } from '../model/subscribe.ts'
import { hasUnits, fundValueOf, takenYen, type PoolListing } from './pool-facts.ts'
import { follows, pools, type FollowRow, type NavRow, type PoolRow } from './tables.ts'

/** Pools trade on the simulated exchange with simulated money. */
const SIMULATED = true
const isoOrNull = (at: Ms | null): string | null => (at === null ? null : iso(at))

export type Looking = { tables: TableReader; memberId: MemberId | null; lang: Lang; now: Ms; nextNavAt: Ms }
/** The part of a pool's data that is not in memory. */
export type PoolPast = { navs: readonly NavRow[]; mine: readonly FollowRow[] }

const statusOf = (
  { state }: PoolRow,
  { terms: { opensAt, closesAt } }: PoolListing,
  now: Ms,
): contract.PoolStatus =>
  isUnstaked(state, opensAt, now)
    ? 'void'
    : state !== 'open'
      ? state
      : now < opensAt
        ? 'announced'
        : now < closesAt
          ? 'open'
          : 'running'

const changeBp = (navs: readonly NavRow[]): number | null => {
  const last = navs.findLast(({ units }) => units > 0)
  return last === undefined ? null : rateBp(navShown(last) - NAV_UNITS, NAV_UNITS)
}

export function poolView(
  pool: PoolRow,
  listing: PoolListing,
  { navs, mine }: PoolPast,
  looking: Looking,
): contract.PoolView {
  const { terms } = listing
  const { tables, memberId, now } = looking
  return {
    id: pool.id,
    status: statusOf(pool, listing, now),
    name: terms.names[looking.lang],
    strategy: terms.strategy[looking.lang],
    issuer: memberOf(tables, pool.leadMemberId)!.number,
    fundSize: terms.capYen,
    taken: takenYen(tables, pool),
    opensAt: iso(terms.opensAt),
    deadline: iso(terms.closesAt),
    endsOn: terms.endsOn,
    minimum: terms.minimumYen,
    stake: terms.leadStakeYen,
    performancePpm: terms.performancePpm,
    managementPpm: terms.managementPpm,
    equity: pool.equityYen,
    lead: pool.leadYen,
    stakeBp: pool.equityYen <= 0 ? 0 : rateBp(pool.leadYen, pool.equityYen),
    nav: pool.units > 0 ? navShown(fundValueOf(pool)) : null,
    navOn: pool.navDate,
    changeBp: changeBp(navs),
    drawdownBp: navs.length === 0 ? null : drawdownBp(navs),
    followers: new Set(
      tables
        .of(follows)
        .by('pool', pool.id)
        .filter(hasUnits)
        .map((row) => row.memberId),
    ).size,
    isLead: memberId === pool.leadMemberId,
    mine: memberId === null ? null : mineOf(pool, mine),
    nextNavAt: iso(looking.nextNavAt),
    simulated: SIMULATED,
  }
}

function mineOf(pool: PoolRow, rows: readonly FollowRow[]): contract.PoolView['mine'] {
  const here = rows.filter(
    ({ poolId, state }) => poolId === pool.id && state !== 'refused' && state !== 'withdrawn',
  )
  if (here.length === 0) return null
  const held = here.filter(hasUnits)
  const worth = held.reduce((sum, { units }) => sum + worthOf(fundValueOf(pool), units), 0)
  const buy = held.reduce((sum, { buyYen }) => sum + buyYen, 0)
  const gone = here
    .filter(({ state }) => state === 'ended')
    .reduce((sum, { buyYen, paidYen }) => sum + paidYen! - buyYen, 0)
  return {
    buy,
    worth,
    units: held.reduce((sum, { units }) => sum + units, 0),
    pending: here.filter(({ state }) => state === 'pending').reduce((sum, { buyYen }) => sum + buyYen, 0),
    profit: worth - buy + gone,
  }
}

/** Results of each follower's money over all subscriptions. */
export function followerResults(
  pool: PoolRow,
  holders: readonly Pick<FollowRow, 'memberId' | 'state' | 'buyYen' | 'units' | 'paidYen'>[],
): FollowerResult[] {
  const byMember = new Map<string, FollowerResult>()
  for (const { memberId, buyYen, units, paidYen } of holders) {
    const known = byMember.get(memberId) ?? { buyYen: 0, valueYen: 0 }
    byMember.set(memberId, {
      buyYen: known.buyYen + buyYen,
      valueYen: known.valueYen + (paidYen ?? worthOf(fundValueOf(pool), units)),
    })
  }
  return [...byMember.values()]
}

export function poolDetail(
  pool: PoolRow,
  listing: PoolListing,
  past: PoolPast & { holders: Parameters<typeof followerResults>[1] },
  looking: Looking,
): contract.PoolDetail {
  const results = resultsOf(followerResults(pool, past.holders))
  return {
    ...poolView(pool, listing, past, looking),
    curve: past.navs
      .filter(({ units }) => units > 0)
      .map((row) => ({
        date: row.date,
        nav: navShown(row),
        equity: row.equityYen,
        units: row.units,
        in: row.inYen,
        out: row.outYen,
        fees: row.managementYen + row.performanceYen,
      })),
    results: {
      followers: results.followers,
      losing: results.losing,
      togetherBp: results.togetherBp,
      steps: RESULT_STEPS.map(({ from, below }, place) => ({
        from,
        below,
        followers: results.steps[place]!,
      })),
    },
    feesPaid: past.navs.reduce((sum, { feePaidYen }) => sum + feePaidYen, 0),
    feesOwed: pool.owedFeeYen,
    missing: pool.missingYen,
  }
}

/** Earnings against the NAV before: units that this NAV gave count from what was paid. */
function yesterdayOf(row: FollowRow, pool: PoolRow): number {
  const before =
    row.boughtOn === pool.navDate
      ? row.buyYen
      : worthOf({ equityYen: pool.beforeEquityYen, units: pool.beforeUnits }, row.units)
  return worthOf(fundValueOf(pool), row.units) - before
}

export function followView(
  row: FollowRow,
  tables: TableReader,
  name: string,
  reasonText: string | null,
): contract.FollowView {
  const pool = tables.of(pools).get(row.poolId)!
  const worth = hasUnits(row) ? worthOf(fundValueOf(pool), row.units) : null
  return {
    id: row.id,
    number: row.number,
    pool: row.poolId,
    name,
    status: shownState(row.state),
    leaving: row.state === 'leaving',
    withdrawn: row.state === 'withdrawn',
    reason: row.reason,
    reasonText,
    buy: row.buyYen,
    units: row.units,
    worth,
    yesterday: worth === null ? null : yesterdayOf(row, pool),
    total: worth !== null ? worth - row.buyYen : row.paidYen === null ? null : row.paidYen - row.buyYen,
    paid: row.paidYen,
    appliedAt: iso(row.appliedAt),
    buyTime: isoOrNull(row.boughtAt),
    sellTime: isoOrNull(row.soldAt ?? row.sellAskedAt),
    navOn: pool.navDate,
    simulated: SIMULATED,
  }
}
