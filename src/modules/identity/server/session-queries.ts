import { sql } from 'kysely'
import type { Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'

/** When these sessions were seen last, and since when trading is unlocked in them: one statement for all. */
export const saveSeen = async (
  { kysely }: Database,
  sessions: readonly { id: string; seenAt: Ms; unlockedAt: Ms | null }[],
): Promise<void> =>
  void (await sql`update sessions set seen_at = now.seen_at, unlocked_at = now.unlocked_at
    from unnest(${sessions.map(({ id }) => id)}::text[], ${sessions.map(({ seenAt }) => seenAt)}::int8[], ${sessions.map(({ unlockedAt }) => unlockedAt)}::int8[]) as now(id, seen_at, unlocked_at)
    where sessions.id = now.id`.execute(kysely))
