import { sql } from 'kysely'
import { DAY, type Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import type { Sql } from '#platform/database/row-list.ts'
import type { Standing } from '../model/conditions.ts'
import type { ChoiceRow, Delivery, NoticeRow, ShiftRow } from './tables.ts'

/** Notices that are shown, and how long each is kept. */
const SHOWN = 50
const KEPT: Ms = 30 * DAY
/** Tries after which a notice counts as one that a channel does not take: some eight minutes. */
const TRIED_OFTEN = 4

/** Shifts that are not over. */
export const shiftsAt = ({ kysely }: Database, now: Ms): Promise<ShiftRow[]> =>
  kysely
    .selectFrom('dutyShifts')
    .selectAll()
    .where('ends', '>', now)
    .orderBy('begins')
    .orderBy('operatorId')
    .execute()

export async function keepShift({ kysely }: Database, row: ShiftRow): Promise<void> {
  await kysely
    .insertInto('dutyShifts')
    .values(row)
    .onConflict((on) => on.column('operatorId').doUpdateSet({ begins: row.begins, ends: row.ends }))
    .execute()
}

export const choices = ({ kysely }: Database): Promise<ChoiceRow[]> =>
  kysely.selectFrom('dutyChoices').selectAll().execute()

export async function keepChoice({ kysely }: Database, { operatorId, ...choice }: ChoiceRow): Promise<void> {
  await kysely
    .insertInto('dutyChoices')
    .values({ operatorId, ...choice })
    .onConflict((on) => on.column('operatorId').doUpdateSet(choice))
    .execute()
}

export const standings = ({ kysely }: Database): Promise<Standing[]> =>
  kysely.selectFrom('dutyStandings').selectAll().execute()

/** Lays deliveries in the outbox, in the transaction that writes them. */
export type LayOut = (sql: Sql, notice: NoticeRow, deliveries: readonly Delivery[]) => Promise<void>

/** A notice with its deliveries, and the standing that it leaves: all of it or nothing. */
export async function keepChange(
  { kysely }: Database,
  { kind, ...standing }: Standing,
  notice: NoticeRow | null,
  deliveries: readonly Delivery[],
  lay: LayOut,
): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    await trx
      .insertInto('dutyStandings')
      .values({ kind, ...standing })
      .onConflict((on) => on.column('kind').doUpdateSet(standing))
      .execute()
    if (notice === null) return
    await trx.insertInto('dutyNotices').values(notice).execute()
    if (deliveries.length > 0)
      await trx
        .insertInto('dutyDeliveries')
        .values([...deliveries])
        .execute()
    await lay(trx, notice, deliveries)
    await trx
      .deleteFrom('dutyNotices')
      .where('at', '<', notice.at - KEPT)
      .execute()
  })
}

/** Notices that an operator sent to themselves since a time. */
export async function testsSince({ kysely }: Database, operatorId: string, since: Ms): Promise<number> {
  const { n } = await kysely
    .selectFrom('dutyNotices')
    .innerJoin('dutyDeliveries', 'dutyDeliveries.noticeId', 'dutyNotices.id')
    .select((row) => row.fn.count<number>('dutyNotices.id').distinct().as('n'))
    .where('kind', 'is', null)
    .where('operatorId', '=', operatorId)
    .where('dutyNotices.at', '>', since)
    .executeTakeFirstOrThrow()
  return n
}

export async function keepTest(
  { kysely }: Database,
  notice: NoticeRow,
  deliveries: readonly Delivery[],
  lay: LayOut,
): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    await trx.insertInto('dutyNotices').values(notice).execute()
    await trx
      .insertInto('dutyDeliveries')
      .values([...deliveries])
      .execute()
    await lay(trx, notice, deliveries)
  })
}

/** The newest notices, each with its deliveries. */
export async function newestNotices({
  kysely,
}: Database): Promise<(NoticeRow & { deliveries: Delivery[] })[]> {
  const notices = await kysely
    .selectFrom('dutyNotices')
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
  if (notices.length === 0) return []
  const all = await kysely
    .selectFrom('dutyDeliveries')
    .selectAll()
    .where(
      'noticeId',
      'in',
      notices.map(({ id }) => id),
    )
    .orderBy('id')
    .execute()
  return notices.map((notice) => ({
    ...notice,
    deliveries: all.filter(({ noticeId }) => noticeId === notice.id),
  }))
}

/**
 * Notices since a time that a channel did not take, and (`countsNobody`) critical ones that nobody had a
 * channel for.
 */
export async function undeliveredSince(
  { kysely }: Database,
  since: Ms,
  countsNobody: boolean,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from duty_notices notices where at > ${since} and (
      exists (select from duty_deliveries where notice_id = notices.id and (state = 'failed' or (state = 'waiting' and tries >= ${TRIED_OFTEN})))
      or (${countsNobody} and severity = 'critical' and change <> 'over' and not exists (select from duty_deliveries where notice_id = notices.id)))`.execute(
    kysely,
  )
  return rows[0]!.n
}

/** A delivery, with what it says. */
export const deliveryWith = ({ kysely }: Database, id: string) =>
  kysely
    .selectFrom('dutyDeliveries')
    .innerJoin('dutyNotices', 'dutyNotices.id', 'dutyDeliveries.noticeId')
    .leftJoin('dutyChoices', 'dutyChoices.operatorId', 'dutyDeliveries.operatorId')
    .select([
      'dutyDeliveries.id',
      'dutyDeliveries.noticeId',
      'dutyDeliveries.channel',
      'dutyDeliveries.at as askedAt',
      'kind',
      'change',
      'dutyNotices.severity',
      'figure',
      'dutyNotices.at',
      'mail',
      'lang',
    ])
    .where('dutyDeliveries.id', '=', id)
    .executeTakeFirst()

export async function markDelivery(
  { kysely }: Database,
  id: string,
  to: Pick<Delivery, 'state' | 'tries' | 'nextAt' | 'problem'>,
): Promise<void> {
  await kysely.updateTable('dutyDeliveries').set(to).where('id', '=', id).execute()
}
