import type { MemberId } from '#kernel/id.ts'
import type { Result } from '#kernel/result.ts'
import { on, type AppContext, type RouteHandler } from '#modules/module.ts'
import type { Database } from '#platform/database/connect.ts'
import * as contract from '../contract.ts'
import { removeTemplate, saveTemplate, type OrderTemplate } from '../model/templates.ts'

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    orderTemplates: { memberId: MemberId; templates: unknown }
  }
}

type Templates = readonly OrderTemplate[]

const templatesOf = async ({ kysely }: Database, memberId: MemberId): Promise<Templates> =>
  ((
    await kysely
      .selectFrom('orderTemplates')
      .select('templates')
      .where('memberId', '=', memberId)
      .executeTakeFirst()
  )?.templates as Templates | undefined) ?? []

/** Changes a member's templates, one change after another. */
const change = <Code extends string>(
  { kysely }: Database,
  memberId: MemberId,
  apply: (kept: Templates) => Result<Templates, Code>,
): Promise<Result<Templates, Code>> =>
  kysely.transaction().execute(async (sql) => {
    await sql
      .insertInto('orderTemplates')
      .values({ memberId, templates: '[]' })
      .onConflict((on) => on.doNothing())
      .execute()
    const { templates } = await sql
      .selectFrom('orderTemplates')
      .select('templates')
      .where('memberId', '=', memberId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const result = apply(templates as Templates)
    if (result.ok)
      await sql
        .updateTable('orderTemplates')
        .set({ templates: JSON.stringify(result.value) })
        .where('memberId', '=', memberId)
        .execute()
    return result
  })

/**
 * Templates that members keep to fill tickets in. Ordinary rows: an order is placed as it was confirmed, and
 * nothing of them is in the journal.
 */
export function templateRoutes({ db }: Pick<AppContext, 'db'>): RouteHandler[] {
  const view = (templates: Templates): contract.TemplatesView => ({ templates: [...templates] })
  return [
    on(contract.getTemplates, async ({ caller }) => view(await templatesOf(db, caller.memberId))),
    on(contract.saveTemplate, async ({ caller, input, key }) => {
      const result = await change(db, caller.memberId, (kept) => saveTemplate(kept, { ...input, id: key }))
      return result.ok ? view(result.value) : result
    }),
    on(contract.removeTemplate, async ({ caller, params }) => {
      const result = await change(db, caller.memberId, (kept) => removeTemplate(kept, params.id))
      return result.ok ? view(result.value) : result
    }),
  ]
}
