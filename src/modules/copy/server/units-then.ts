import type { MemberId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { tradeDateAt } from '#modules/instruments/model/schedule.ts'
import type { ListingsPublic } from '#modules/listings/server/public.ts'
import type { AppContext } from '#modules/module.ts'
import { worthOf, type FundValue } from '../model/fund-value.ts'
import { followsOf, navsOf } from './queries.ts'

const MOST_FOLLOWS = 100_000

/**
 * Units of a pool that a member held at the end of a date, as follower or as lead. `fundValue`: of the newest
 * NAV by then, of `navOn`; null before the first, when a unit is a yen of the stake.
 */
export type UnitsThen = {
  readonly poolId: string
  readonly names: Readonly<Record<string, string>>
  readonly units: number
  readonly fundValue: FundValue
  readonly navOn: DateJst | null
  readonly worthYen: Yen
}

/** A member's units of all pools at the end of a date; a later NAV changes nothing of them. */
export async function unitsThen(
  { db, engine, schedule, calendar }: Pick<AppContext, 'db' | 'engine' | 'schedule' | 'calendar'>,
  listings: Pick<ListingsPublic, 'terms'>,
  memberId: MemberId,
  date: DateJst,
): Promise<UnitsThen[]> {
  const follows = (await followsOf(db, memberId, MOST_FOLLOWS)).filter(({ boughtAt }) => boughtAt !== null)
  const pools = await db.kysely
    .selectFrom('copyPools')
    .selectAll()
    .where((is) =>
      is.or([
        is('leadMemberId', '=', memberId),
        is('id', 'in', ['', ...follows.map(({ poolId }) => poolId)]),
      ]),
    )
    .orderBy('id')
    .execute()
  const held = await Promise.all(
    pools.map(async (pool) => {
      const { terms } = listings.terms(engine.read, 'copy-product', pool.id)!
      const navs = await navsOf(db, pool.id)
      // A NAV's payments are booked under its date, though it comes after the close.
      const bookedOn = (at: Ms): DateJst =>
        navs.find((nav) => nav.at === at)?.date ?? tradeDateAt(schedule, calendar, at)
      const isThere = (from: Ms | null, to: Ms | null): boolean =>
        from !== null && bookedOn(from) <= date && (to === null || bookedOn(to) > date)
      const nav = navs.findLast((each) => each.date <= date)
      const fundValue = nav ?? { equityYen: terms.leadStakeYen, units: terms.leadStakeYen }
      const isLead = pool.leadMemberId === memberId && isThere(pool.openedAt, pool.endedAt)
      const parts = [
        ...(isLead ? [{ units: terms.leadStakeYen, worthYen: nav?.leadYen ?? terms.leadStakeYen }] : []),
        ...follows
          .filter(({ poolId, boughtAt, soldAt }) => poolId === pool.id && isThere(boughtAt, soldAt))
          .map(({ units }) => ({ units, worthYen: worthOf(fundValue, units) })),
      ]
      return {
        poolId: pool.id,
        names: terms.names,
        units: parts.reduce((sum, { units }) => sum + units, 0),
        fundValue,
        navOn: nav?.date ?? null,
        worthYen: parts.reduce((sum, { worthYen }) => sum + worthYen, 0),
      }
    }),
  )
  return held.filter(({ units }) => units > 0)
}
