import type { Database } from '#platform/database/connect.ts'
import { on, type RouteHandler, type AppContext } from '#modules/module.ts'
import { listViews, saveView, type SavedView } from '../operator-contract.ts'

/** Of one table. */
const MOST = 12

const viewsOf = ({ kysely }: Database, operatorId: string): Promise<SavedView[]> =>
  kysely
    .selectFrom('operatorViews')
    .select(['tableName as table', 'name', 'query'])
    .where('operatorId', '=', operatorId)
    .orderBy('at', 'desc')
    .orderBy('name')
    .execute()

/**
 * Table views that an operator has saved: nobody else's affair, and no part of any decision, so ordinary rows
 * outside the journal.
 */
export const viewRoutes = ({ db, clock }: Pick<AppContext, 'db' | 'clock'>): RouteHandler[] => [
  on(listViews, ({ operator }) => viewsOf(db, operator.operatorId)),
  on(saveView, async ({ operator, input: { table: tableName, name, query } }) => {
    const { operatorId } = operator
    await db.kysely.transaction().execute(async (step) => {
      const own = step
        .deleteFrom('operatorViews')
        .where('operatorId', '=', operatorId)
        .where('tableName', '=', tableName)
      if (query === null) return void (await own.where('name', '=', name).execute())
      const row = { operatorId, tableName, name, query, at: Math.floor(clock.machine()) }
      await step
        .insertInto('operatorViews')
        .values(row)
        .onConflict((known) =>
          known.columns(['operatorId', 'tableName', 'name']).doUpdateSet({ query, at: row.at }),
        )
        .execute()
      const kept = await step
        .selectFrom('operatorViews')
        .select('name')
        .where('operatorId', '=', operatorId)
        .where('tableName', '=', tableName)
        .orderBy('at', 'desc')
        .orderBy('name')
        .limit(MOST)
        .execute()
      await own
        .where(
          'name',
          'not in',
          kept.map((each) => each.name),
        )
        .execute()
    })
    return viewsOf(db, operatorId)
  }),
]
