import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { SECOND, type Ms } from '#kernel/time.ts'
import { leastRecent } from '../least-recent.ts'
import type { WindowLimit } from '../limits.ts'
import type { Database } from './connect.ts'

/** A name that is refused costs the database one statement in this time, however often it tries. */
const ASKED_AGAIN_AFTER: Ms = SECOND
/** Names that were refused lately, in memory. */
const MOST_REFUSED = 10_000

type Refused = { until: Ms; asksAt: Ms }
export type SharedTries = {
  /** Counts one try and answers 0, or the seconds to wait (then it is not counted). */
  take(name: string, now: Ms): Promise<number>
  /** The last one was no such try after all. */
  giveBack(name: string): Promise<void>
}

/**
 * Counts tries under a name in sliding windows, for all servers of a database together and past their
 * restarts (decision 0195). `what` keeps two counts apart. Each try is one statement: many at once, from
 * however many servers, are counted one by one.
 */
export function sharedTries(
  { kysely }: Pick<Database, 'kysely'>,
  what: string,
  limits: readonly WindowLimit[],
): SharedTries {
  const longest = Math.max(...limits.map(({ withinMs }) => withinMs))
  const refused = leastRecent<string, Refused>(MOST_REFUSED)
  const hashOf = (name: string): Buffer => createHash('sha256').update(`${what} ${name}`).digest()

  async function waitOf(name: string, now: Ms): Promise<number> {
    const row = await kysely
      .selectFrom('tries')
      .select('times')
      .where('name', '=', hashOf(name))
      .executeTakeFirst()
    // Arrays of int8 come as text.
    const times = (row?.times ?? []).map(Number)
    for (const { max, withinMs } of limits) {
      const inWindow = times.filter((at) => now - at < withinMs)
      if (inWindow.length >= max)
        return Math.max(1, Math.ceil((inWindow.at(-max)! + withinMs - now) / SECOND))
    }
    return 1
  }

  return {
    async take(name, machine) {
      const now = Math.floor(machine)
      const before = refused.get(name)
      if (before !== undefined && now < before.asksAt) return Math.ceil((before.until - now) / SECOND)
      const until = now + longest
      const isFree = sql.join(
        limits.map(
          ({ max, withinMs }) =>
            sql`(select count(*) from unnest(t.times) as at where at > ${now - withinMs}::int8) < ${max}::int8`,
        ),
        sql` and `,
      )
      const { rows } = await sql`
        insert into tries as t (name, times, until) values (${hashOf(name)}, array[${now}::int8], ${until}::int8)
        on conflict (name) do update set until = excluded.until,
          times = array(select at from unnest(t.times) as at where at > ${now - longest}::int8 order by at) || ${now}::int8
        where ${isFree} returning 1`.execute(kysely)
      if (rows.length > 0) return 0
      const wait = await waitOf(name, now)
      const ends = now + wait * SECOND
      refused.set(name, { until: ends, asksAt: Math.min(ends, now + ASKED_AGAIN_AFTER) })
      return wait
    },
    async giveBack(name) {
      refused.set(name, { until: 0, asksAt: 0 })
      await sql`update tries set times = times[:cardinality(times) - 1] where name = ${hashOf(name)}`.execute(
        kysely,
      )
    },
  }
}

/** Removes names whose tries no longer count. Machine time. */
export const forgetTries = async ({ kysely }: Pick<Database, 'kysely'>, now: Ms): Promise<void> =>
  void (await kysely.deleteFrom('tries').where('until', '<=', Math.floor(now)).execute())

declare module './connect.ts' {
  interface SqlTables {
    tries: { name: Buffer; times: readonly (number | string)[]; until: Ms }
  }
}
