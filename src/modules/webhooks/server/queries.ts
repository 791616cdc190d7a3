import { createHash } from 'node:crypto'
import type { MemberId } from '#kernel/id.ts'
import { DAY, type Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import { dropUnnamed } from '#platform/database/drop-unnamed.ts'
import { RowForged } from '#platform/database/row-mac.ts'
import type { Sql } from '#platform/database/row-list.ts'
import { hashedRows, type StoredCheck } from '#platform/engine/check-stored.ts'
import type { WebhookRow } from '../model/webhook.ts'
import type { DeliveryRow, EventRow } from './tables.ts'

type Db = Pick<Database, 'kysely'>
type Kept = { memberId: string; url: string; salt: Buffer }

/** Time that the log of deliveries is kept, and the number of them that is shown of a webhook. */
const KEPT: Ms = 30 * DAY
const SHOWN = 30

/** The salted hash that the journal knows: who changes where notices go, is found out. */
export const detailsHash = ({ memberId, url, salt }: Kept): string =>
  createHash('sha256')
    .update(salt)
    .update(JSON.stringify([memberId, url]))
    .digest('hex')

/** Keeps an address under `id` once: a repeat finds what the first try wrote. Answers the salted hash. */
export async function keepAddress(
  { kysely }: Db,
  id: string,
  memberId: MemberId,
  url: string,
  salt: Buffer,
): Promise<string> {
  await kysely
    .insertInto('webhookDetails')
    .values({ id, memberId, url, salt })
    .onConflict((on) => on.column('id').doNothing())
    .execute()
  const row = await kysely
    .selectFrom('webhookDetails')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return detailsHash(row)
}
/** Of a webhook that was refused nothing is kept. */
export const dropAddress = (db: Db, id: string): Promise<void> =>
  dropUnnamed(db, 'webhook_details.id', id, ['webhooks.id'])

/** The address; throws where the journal has another hash: a notice goes nowhere else. */
export async function addressOf({ kysely }: Db, { id, detailsHash: said }: WebhookRow): Promise<string> {
  const row = await kysely.selectFrom('webhookDetails').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined || detailsHash(row) !== said) throw new RowForged('webhook_details', id)
  return row.url
}

export const detailsCheck: StoredCheck = hashedRows({
  table: 'webhook_details',
  columns: ['id', 'member_id', 'url', 'salt'],
  sql: `select w.id as key, w.details_hash as said, d.id is not null and d.member_id = w.member_id as present,
    d.member_id as "memberId", d.url, d.salt
    from webhooks w left join webhook_details d on d.id = w.id`,
  hash: detailsHash,
})

/** Events of commands from this place on, as they happened. */
export const eventsFrom = ({ kysely }: Db, place: string): Promise<EventRow[]> =>
  kysely.selectFrom('webhookEvents').selectAll().where('id', '>=', place).orderBy('id').execute()

export const journalLength = async ({ kysely }: Db): Promise<number> =>
  (
    await kysely
      .selectFrom('journal')
      .select((row) => row.fn.max('seq').as('seq'))
      .executeTakeFirstOrThrow()
  ).seq ?? 0

/** Adds deliveries that are not there yet, and forgets those of these webhooks that are old. */
export async function addDeliveries(sql: Sql, rows: readonly DeliveryRow[], now: Ms): Promise<void> {
  if (rows.length === 0) return
  await sql
    .insertInto('webhookDeliveries')
    .values([...rows])
    .onConflict((on) => on.column('id').doNothing())
    .execute()
  await sql
    .deleteFrom('webhookDeliveries')
    .where('webhookId', 'in', [...new Set(rows.map(({ webhookId }) => webhookId))])
    .where('madeAt', '<', now - KEPT)
    .execute()
}

export const deliveryOf = ({ kysely }: Db, id: string): Promise<DeliveryRow | undefined> =>
  kysely.selectFrom('webhookDeliveries').selectAll().where('id', '=', id).executeTakeFirst()

export async function markDelivery(
  sql: Sql,
  id: string,
  patch: Partial<
    Pick<DeliveryRow, 'state' | 'byHandAt' | 'tries' | 'triedAt' | 'nextAt' | 'answered' | 'problem'>
  >,
): Promise<void> {
  await sql.updateTable('webhookDeliveries').set(patch).where('id', '=', id).execute()
}

/** The newest deliveries of a webhook. */
export const newestDeliveries = ({ kysely }: Db, webhookId: string): Promise<DeliveryRow[]> =>
  kysely
    .selectFrom('webhookDeliveries')
    .selectAll()
    .where('webhookId', '=', webhookId)
    .orderBy('madeAt', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()

/** Deliveries that an owner has asked for since a time. */
export async function byHandSince({ kysely }: Db, memberId: string, since: Ms): Promise<number> {
  const { n } = await kysely
    .selectFrom('webhookDeliveries')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where('memberId', '=', memberId)
    .where('byHandAt', '>', since)
    .executeTakeFirstOrThrow()
  return n
}
