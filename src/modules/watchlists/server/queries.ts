import type { MemberId } from '#kernel/id.ts'
import type { DateJst } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import { no, ok, type Result } from '#kernel/result.ts'
import { readChart, type ChartSettings } from '../model/chart.ts'
import { MOST_DRAWN_ISSUES, type Drawing } from '../model/drawings.ts'
import { FIRST, type SavedLists } from '../model/watchlists.ts'

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    watchlists: { memberId: MemberId; lists: unknown; screens: unknown; marks: unknown; columns: unknown }
    charts: { memberId: MemberId; settings: unknown }
    chartDrawings: { memberId: MemberId; code: string; drawings: unknown; sinceDate: DateJst }
  }
}

type Row = { lists: unknown; screens: unknown; marks: unknown; columns: unknown }
const COLUMNS = ['lists', 'screens', 'marks', 'columns'] as const
const keptOf = (row: Row | undefined): SavedLists => (row === undefined ? FIRST : (row as SavedLists))

export const read = async ({ kysely }: Database, memberId: MemberId): Promise<SavedLists> =>
  keptOf(
    await kysely.selectFrom('watchlists').select(COLUMNS).where('memberId', '=', memberId).executeTakeFirst(),
  )

/** Changes what a member keeps, one change after another. */
export const change = <Code extends string>(
  { kysely }: Database,
  memberId: MemberId,
  apply: (kept: SavedLists) => Result<SavedLists, Code>,
): Promise<Result<SavedLists, Code>> =>
  kysely.transaction().execute(async (sql) => {
    const text = ({ lists, screens, marks, columns }: SavedLists) => ({
      lists: JSON.stringify(lists),
      screens: JSON.stringify(screens),
      marks: JSON.stringify(marks),
      columns: JSON.stringify(columns),
    })
    await sql
      .insertInto('watchlists')
      .values({ memberId, ...text(FIRST) })
      .onConflict((on) => on.doNothing())
      .execute()
    const row = await sql
      .selectFrom('watchlists')
      .select(COLUMNS)
      .where('memberId', '=', memberId)
      .forUpdate()
      .executeTakeFirst()
    const result = apply(keptOf(row))
    if (result.ok)
      await sql.updateTable('watchlists').set(text(result.value)).where('memberId', '=', memberId).execute()
    return result
  })

/** Settings of a member's charts. */
export const chartOf = async ({ kysely }: Database, memberId: MemberId): Promise<ChartSettings> =>
  readChart(
    (await kysely.selectFrom('charts').select('settings').where('memberId', '=', memberId).executeTakeFirst())
      ?.settings,
  )

/** Keeps the settings of a member's charts in the place of those before. */
export async function keepChart(
  { kysely }: Database,
  memberId: MemberId,
  chart: ChartSettings,
): Promise<void> {
  const settings = JSON.stringify(chart)
  await kysely
    .insertInto('charts')
    .values({ memberId, settings })
    .onConflict((on) => on.column('memberId').doUpdateSet({ settings }))
    .execute()
}

/** Drawings with prices in the shares of this trade date. */
export type KeptDrawings = { readonly drawings: readonly Drawing[]; readonly sinceDate: DateJst }

/** A member's drawings of an issue; undefined where there are none. */
export const drawingsOf = async (
  { kysely }: Database,
  memberId: MemberId,
  code: string,
): Promise<KeptDrawings | undefined> =>
  (await kysely
    .selectFrom('chartDrawings')
    .select(['drawings', 'sinceDate'])
    .where('memberId', '=', memberId)
    .where('code', '=', code)
    .executeTakeFirst()) as KeptDrawings | undefined

/** Keeps a member's drawings of an issue in the place of those before; without any, no row stays. */
export const keepDrawings = (
  { kysely }: Database,
  memberId: MemberId,
  { code, drawings: kept, sinceDate }: KeptDrawings & { code: string },
): Promise<Result<readonly Drawing[], 'TOO_MANY_DRAWN_ISSUES'>> =>
  kysely.transaction().execute(async (sql) => {
    if (kept.length === 0) {
      await sql
        .deleteFrom('chartDrawings')
        .where('memberId', '=', memberId)
        .where('code', '=', code)
        .execute()
      return ok(kept)
    }
    const { count } = await sql
      .selectFrom('chartDrawings')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('memberId', '=', memberId)
      .where('code', '<>', code)
      .executeTakeFirstOrThrow()
    if (Number(count) >= MOST_DRAWN_ISSUES) return no('TOO_MANY_DRAWN_ISSUES', { most: MOST_DRAWN_ISSUES })
    const drawings = JSON.stringify(kept)
    await sql
      .insertInto('chartDrawings')
      .values({ memberId, code, drawings, sinceDate })
      .onConflict((on) => on.columns(['memberId', 'code']).doUpdateSet({ drawings, sinceDate }))
      .execute()
    return ok(kept)
  })
