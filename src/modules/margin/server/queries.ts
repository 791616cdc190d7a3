import type { LotId, MemberId } from '#kernel/id.ts'
import type { Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import type { MarginCall } from '../model/calls.ts'
import type { LossCut } from './tables.ts'

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    lossCuts: LossCut
    marginCalls: MarginCall
  }
}

/** The end of a member's last margin call that was not met (forced closing); null: never. */
export async function lastUnmetCall(
  { kysely }: Pick<Database, 'kysely'>,
  memberId: MemberId,
): Promise<Ms | null> {
  const row = await kysely
    .selectFrom('marginCalls')
    .select('endedAt')
    .where('memberId', '=', memberId)
    .where('state', '=', 'closed')
    .orderBy('endedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.endedAt ?? null
}

/**
 * The decisions of the loss-cut about a lot of this member, newest first: again where an order of it came to
 * nothing.
 */
export const lossCutsOf = (
  { kysely }: Pick<Database, 'kysely'>,
  memberId: MemberId,
  lotId: LotId,
): Promise<LossCut[]> =>
  kysely
    .selectFrom('lossCuts')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('lotId', '=', lotId)
    .orderBy('seq', 'desc')
    .execute()
