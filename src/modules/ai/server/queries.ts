import type { MemberId } from '#kernel/id.ts'
import type { DateJst } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import type { PickDay } from '../model/method.ts'
import type { AiApplication, AiPick } from './tables.ts'

/** A member's applications, newest first. `before`: the id of the last that was shown. */
export async function applicationsOf(
  { kysely }: Database,
  memberId: MemberId,
  page: { before: string | null; limit: number },
): Promise<AiApplication[]> {
  let query = kysely.selectFrom('aiApplications').selectAll().where('memberId', '=', memberId)
  if (page.before !== null) query = query.where('id', '<', page.before)
  return (await query.orderBy('id', 'desc').limit(page.limit).execute()) as AiApplication[]
}

/** undefined: there is none with this id, or it is someone else's. */
export const applicationOf = async (
  { kysely }: Database,
  memberId: MemberId,
  id: string,
): Promise<AiApplication | undefined> =>
  (
    await kysely
      .selectFrom('aiApplications')
      .selectAll()
      .where('memberId', '=', memberId)
      .where('id', '=', id)
      .execute()
  )[0] as AiApplication | undefined

/** Picks of these days, by day and place. */
export const picksOf = async ({ kysely }: Database, dayIds: readonly string[]): Promise<AiPick[]> =>
  dayIds.length === 0
    ? []
    : kysely
        .selectFrom('aiPicks')
        .selectAll()
        .where('dayId', 'in', dayIds)
        .orderBy('dayId')
        .orderBy('place')
        .execute()

/** Inputs from which the picks of a day follow; undefined: no such day. */
export const inputsOf = async ({ kysely }: Database, dayId: string): Promise<PickDay['rows'] | undefined> =>
  (await kysely.selectFrom('aiInputs').select('rows').where('id', '=', dayId).execute())[0]?.rows as
    | PickDay['rows']
    | undefined

/** Picks that are over, with the day on which they were picked, oldest first: of one card, or of all. */
export const endedPicks = ({ kysely }: Database): Promise<(AiPick & { day: DateJst })[]> =>
  kysely
    .selectFrom('aiPicks')
    .innerJoin('aiDays', 'aiDays.id', 'aiPicks.dayId')
    .selectAll('aiPicks')
    .select('aiDays.day')
    .where('aiPicks.exit', 'is not', null)
    .orderBy('aiDays.day')
    .orderBy('aiPicks.place')
    .execute()
