import { sql } from 'kysely'
import type { Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'

/**
 * One more failure under this name, in one statement: many at once are still counted one by one. The count
 * begins anew when `withinMs` have passed since the first. Machine time.
 */
export const countFailure = (
  { kysely }: Pick<Database, 'kysely'>,
  subject: string,
  now: Ms,
  withinMs: Ms,
): Promise<unknown> =>
  sql`insert into password_failures as kept (subject, failures, first_at, locks, locked_until) values (${subject}, 1, ${now}, 0, 0)
    on conflict (subject) do update set
      failures = case when kept.first_at > ${now - withinMs} then kept.failures + 1 else 1 end,
      first_at = case when kept.first_at > ${now - withinMs} then kept.first_at else ${now} end`.execute(
    kysely,
  )
