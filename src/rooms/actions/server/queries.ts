import type { Database } from '#platform/database/connect.ts'
import type { Entitlement } from '../model/dividend.ts'

/** A member's dividends, newest pay date first. */
export const dividendsOf = ({ kysely }: Database, memberId: string, limit: number): Promise<Entitlement[]> =>
  kysely.selectFrom('entitlements').selectAll().where('memberId', '=', memberId)
    .orderBy('payDate', 'desc').orderBy('exDate', 'desc').orderBy('lotId', 'desc').limit(limit).execute()
