import type { MemberId } from '#kernel/id.ts'
import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { Database } from '#platform/database/connect.ts'
import { UNIT_SHARES } from '#modules/draws/model/apply.ts'

/** Shares that a member bought in offerings, by application: as they were issued, whatever came of them. */
export async function issuedTo(
  { kysely }: Database,
  memberId: MemberId,
): Promise<{ applicationId: string; quantity: Quantity; priceTenths: PriceTenths }[]> {
  const rows = await kysely
    .selectFrom('ipoWins')
    .innerJoin('ipoResults', 'ipoResults.id', 'ipoWins.offeringId')
    .where('ipoWins.memberId', '=', memberId)
    .where('ipoWins.lotId', 'is not', null)
    .select(['ipoWins.id as applicationId', 'ipoWins.units', 'ipoResults.offerTenths as priceTenths'])
    .execute()
  return rows.map(({ units, ...row }) => ({ ...row, quantity: units * UNIT_SHARES }))
}
