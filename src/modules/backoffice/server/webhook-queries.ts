import type { DateJst } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import type { FirmEventRow } from './tables.ts'

type Db = Pick<Database, 'kysely'>

/** Events of commands from this place on, as they happened. */
export const firmEventsFrom = ({ kysely }: Db, place: string): Promise<FirmEventRow[]> =>
  kysely.selectFrom('firmWebhookEvents').selectAll().where('id', '>=', place).orderBy('id').execute()

/** Notices that were not taken, by their webhook. */
export async function failedOf({ kysely }: Db, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await kysely
    .selectFrom('webhookDeliveries')
    .select((row) => ['webhookId', row.fn.countAll<number>().as('n')])
    .where('webhookId', 'in', [...ids])
    .where('state', '=', 'failed')
    .groupBy('webhookId')
    .execute()
  return new Map(rows.map(({ webhookId, n }) => [webhookId, n]))
}

/** Closings from a number on, the oldest first. */
export const closingsFrom = ({ kysely }: Db, number: number): Promise<{ number: number; day: DateJst }[]> =>
  kysely
    .selectFrom('dailyClosings')
    .select(['number', 'day'])
    .where('number', '>=', number)
    .orderBy('number')
    .limit(30)
    .execute()

/** The number of the last closing; 0: there is none. */
export async function newestClosingNumber({ kysely }: Db): Promise<number> {
  const newest = kysely.selectFrom('dailyClosings').select((row) => row.fn.max('number').as('number'))
  return (await newest.executeTakeFirst())?.number ?? 0
}
