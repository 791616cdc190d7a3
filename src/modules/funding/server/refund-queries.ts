import { sql } from 'kysely'
import type { Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import type { AskedPage, FoundPage } from '#modules/staff/model/desk-list.ts'
import { newestPage } from '#modules/staff/server/public.ts'
import type { RefundRow, SenderDetailsRow } from './tables.ts'

/** The sender's account behind a hash; the same account typed again is a row of its own. */
export const senderDetailsOf = ({ kysely }: Database, hash: string): Promise<SenderDetailsRow | undefined> =>
  kysely.selectFrom('refundDetails').selectAll().where('hash', '=', hash).executeTakeFirst()

/** All accounts that were typed for the sender of a line. */
export const sendersOf = ({ kysely }: Database, lineId: string): Promise<SenderDetailsRow[]> =>
  kysely.selectFrom('refundDetails').selectAll().where('lineId', '=', lineId).execute()

/** Puts an account away that operators typed; the retention job lets go of those that two never signed. */
export async function keepSender({ kysely }: Database, row: SenderDetailsRow): Promise<void> {
  await kysely.insertInto('refundDetails').values(row).execute()
}

/** Deletes accounts typed before then by which no money went back. */
export async function dropUnsigned({ kysely }: Pick<Database, 'kysely'>, before: Ms): Promise<void> {
  await sql`delete from refund_details d where d.at < ${before} and not exists (
    select from refunds r where r.line_id = d.line_id and (r.details_hash = d.hash
      or r.earlier @> jsonb_build_array(jsonb_build_object('detailsHash', d.hash))))`.execute(kysely)
}

/** Refunds, the newest first. */
export const newestRefunds = (db: Database, asked: AskedPage): Promise<FoundPage<RefundRow>> =>
  newestPage(db, { table: 'refunds', by: sql`decided_at`, amount: sql`yen`, letters: sql`reference` }, asked)
