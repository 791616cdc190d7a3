import type { Database } from '#platform/database/connect.ts'

/** The chain of a draw as far as it is published, first link first. */
export const linksOf = ({ kysely }: Database, drawId: string): Promise<string[]> =>
  kysely
    .selectFrom('drawLinks')
    .select('link')
    .where('drawId', '=', drawId)
    .orderBy('n')
    .execute()
    .then((rows) => rows.map(({ link }) => link))

/** The number of links that are published. */
export const linksDone = ({ kysely }: Database, drawId: string): Promise<number> =>
  kysely
    .selectFrom('drawLinks')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('drawId', '=', drawId)
    .executeTakeFirstOrThrow()
    .then(({ count }) => Number(count))

export async function keepLinks(
  { kysely }: Database,
  drawId: string,
  from: number,
  links: readonly string[],
): Promise<void> {
  if (links.length === 0) return
  await kysely
    .insertInto('drawLinks')
    .values(links.map((link, index) => ({ drawId, n: from + index, link })))
    .onConflict((on) => on.columns(['drawId', 'n']).doNothing())
    .execute()
}

/** For a chain that does not follow from its root. */
export const forgetLinks = ({ kysely }: Database, drawId: string): Promise<unknown> =>
  kysely.deleteFrom('drawLinks').where('drawId', '=', drawId).execute()
