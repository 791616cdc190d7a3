import type { MemberId } from '#kernel/id.ts'
import type { Database } from '#platform/database/connect.ts'
import type { DateJst } from '#kernel/time.ts'
import type { Entitlement } from '../model/dividend.ts'
import type { ExDayRow, LotSplit, ShareFraction } from './tables.ts'

/** A member's dividends, newest pay date first. */
export const dividendsOf = (
  { kysely }: Database,
  memberId: MemberId,
  limit: number,
): Promise<Entitlement[]> =>
  kysely
    .selectFrom('entitlements')
    .selectAll()
    .where('memberId', '=', memberId)
    .orderBy('payDate', 'desc')
    .orderBy('exDate', 'desc')
    .orderBy('lotId', 'desc')
    .limit(limit)
    .execute()

/** A member's dividends that are still to be paid, the soonest first. */
export const comingDividends = ({ kysely }: Database, memberId: MemberId): Promise<Entitlement[]> =>
  kysely
    .selectFrom('entitlements')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('paidAt', 'is', null)
    .orderBy('payDate')
    .orderBy('lotId')
    .execute()

/** A member's dividends that were paid in a year, the newest first. */
export const dividendsPaidIn = (
  { kysely }: Database,
  memberId: MemberId,
  year: number,
  limit: number,
): Promise<Entitlement[]> =>
  kysely
    .selectFrom('entitlements')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('paidAt', 'is not', null)
    .where('payDate', '>=', `${year}-01-01`)
    .where('payDate', '<=', `${year}-12-31`)
    .orderBy('payDate', 'desc')
    .orderBy('exDate', 'desc')
    .orderBy('lotId', 'desc')
    .limit(limit)
    .execute()

/**
 * Fractions of shares that were paid to a member, or owed, on these ex-dates, both included, oldest first.
 */
export const fractionsOf = (
  { kysely }: Database,
  memberId: string,
  { from, to }: { from: DateJst; to: DateJst },
): Promise<ShareFraction[]> =>
  kysely
    .selectFrom('shareFractions')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('exDate', '>=', from)
    .where('exDate', '<=', to)
    .orderBy('exDate')
    .orderBy('lotId')
    .execute()

/** A member's lots as they stood before each split that came after a day. */
export const lotSplitsAfter = (
  { kysely }: Database,
  memberId: MemberId,
  date: DateJst,
): Promise<LotSplit[]> =>
  kysely
    .selectFrom('lotSplits')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('exDate', '>', date)
    .execute()

/** Ex-dates after a day that the holders of these issues have been through, the newest first. */
export const exDaysAfter = async (
  { kysely }: Database,
  codes: readonly string[],
  date: DateJst,
): Promise<ExDayRow[]> =>
  codes.length === 0
    ? []
    : kysely
        .selectFrom('exDays')
        .selectAll()
        .where('code', 'in', codes)
        .where('exDate', '>', date)
        .orderBy('exDate', 'desc')
        .execute()
