import { DAY, iso } from '#kernel/time.ts'
import { on, type RouteHandler, type AppContext } from '#modules/module.ts'
import { getDraft, saveDraft } from '../operator-contract.ts'

/** Of one operator. */
const MOST = 40
const LIFE = 7 * DAY

/**
 * Texts that an operator typed and has not sent: nobody else's to read, and no part of any decision, so
 * ordinary rows outside the journal.
 */
export const draftRoutes = ({ db, clock }: Pick<AppContext, 'db' | 'clock'>): RouteHandler[] => [
  on(getDraft, async ({ operator, params: { form: name } }) => {
    const found = await db.kysely
      .selectFrom('operatorDrafts')
      .select(['value', 'at'])
      .where('operatorId', '=', operator.operatorId)
      .where('name', '=', name)
      .where('at', '>', Math.floor(clock.machine()) - LIFE)
      .executeTakeFirst()
    return { draft: found === undefined ? null : { value: found.value, at: iso(found.at) } }
  }),
  on(saveDraft, async ({ operator: { operatorId }, params: { form: name }, input: { value } }) => {
    const at = Math.floor(clock.machine())
    await db.kysely.transaction().execute(async (step) => {
      const own = step.deleteFrom('operatorDrafts').where('operatorId', '=', operatorId)
      if (value === null) return void (await own.where('name', '=', name).execute())
      await step
        .insertInto('operatorDrafts')
        .values({ operatorId, name, value, at })
        .onConflict((known) => known.columns(['operatorId', 'name']).doUpdateSet({ value, at }))
        .execute()
      await own
        .where(({ eb, or, selectFrom }) =>
          or([
            eb('at', '<=', at - LIFE),
            eb(
              'name',
              'not in',
              selectFrom('operatorDrafts')
                .select('name')
                .where('operatorId', '=', operatorId)
                .orderBy('at', 'desc')
                .orderBy('name')
                .limit(MOST),
            ),
          ]),
        )
        .execute()
    })
    return { at: iso(at) }
  }),
]
