import type { Database } from '#platform/database/connect.ts'
import type { FixOrder } from '../model/report.ts'
import type { FixMessageRow } from './tables.ts'
import type { VenueMessageRow } from './venue-tables.ts'

type Db = Pick<Database, 'kysely'>

/** Messages that are sent again at once. */
export const RESENT_AT_ONCE = 500

/** Application messages of a session from a number on, in their order; at most `RESENT_AT_ONCE`. */
export const messagesFrom = (
  { kysely }: Db,
  { keyId, epoch }: Pick<FixMessageRow, 'keyId' | 'epoch'>,
  from: number,
  to: number,
): Promise<FixMessageRow[]> =>
  kysely
    .selectFrom('fixMessages')
    .selectAll()
    .where('keyId', '=', keyId)
    .where('epoch', '=', epoch)
    .where('seq', '>=', from)
    .where('seq', '<=', to)
    .orderBy('seq')
    .limit(RESENT_AT_ONCE)
    .execute()

/** The order that a session knows by this name, over or not; undefined: the name is free. */
export const orderNamed = (
  { kysely }: Db,
  { keyId, clOrdId }: { keyId: string; clOrdId: string },
): Promise<FixOrder | undefined> =>
  kysely
    .selectFrom('fixNames')
    .innerJoin('fixOrders', 'fixOrders.id', 'fixNames.fixOrderId')
    .selectAll('fixOrders')
    .where('fixNames.keyId', '=', keyId)
    .where('fixNames.clOrdId', '=', clOrdId)
    .executeTakeFirst()

/** Messages to the venue from a number on, in their order; at most `RESENT_AT_ONCE`. */
export const venueMessagesFrom = (
  { kysely }: Db,
  { name, epoch }: Pick<VenueMessageRow, 'name' | 'epoch'>,
  from: number,
  to: number,
): Promise<VenueMessageRow[]> =>
  kysely
    .selectFrom('venueMessages')
    .selectAll()
    .where('name', '=', name)
    .where('epoch', '=', epoch)
    .where('seq', '>=', from)
    .where('seq', '<=', to)
    .orderBy('seq')
    .limit(RESENT_AT_ONCE)
    .execute()

/** The message to the venue under a number; undefined: none that is kept. */
export const venueMessageAt = (
  db: Db,
  { name, epoch, seq }: Pick<VenueMessageRow, 'name' | 'epoch' | 'seq'>,
): Promise<VenueMessageRow | undefined> =>
  venueMessagesFrom(db, { name, epoch }, seq, seq).then(([row]) => row)
