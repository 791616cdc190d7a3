import type { MemberId } from '#kernel/id.ts'
import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { Database } from '#platform/database/connect.ts'

/** Shares that a member bought in block sales, by application: as they were sold, whatever came of them. */
export const deliveredTo = (
  { kysely }: Database,
  memberId: MemberId,
): Promise<{ applicationId: string; quantity: Quantity; priceTenths: PriceTenths }[]> =>
  kysely
    .selectFrom('blockDeliveries')
    .where('memberId', '=', memberId)
    .where('deliveredAt', 'is not', null)
    .select(['applicationId', 'quantity', 'priceTenths'])
    .execute()
