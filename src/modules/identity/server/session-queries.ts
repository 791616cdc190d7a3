import { sql } from 'kysely'
import type { Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import type { MemberMacs } from './row-macs.ts'

/**
 * The times at which these sessions were seen last and trading was unlocked in them: one statement for all.
 * Those that another server has changed meanwhile stay as they are.
 */
export const saveSeen = async (
  { kysely }: Database,
  { seen }: Pick<MemberMacs, 'seen'>,
  sessions: readonly { id: string; seenAt: Ms; unlockedAt: Ms | null; version: number }[],
): Promise<void> =>
  void (await sql`update sessions set seen_at = now.seen_at, unlocked_at = now.unlocked_at, seen_mac = now.seen_mac
    from unnest(${sessions.map(({ id }) => id)}::text[], ${sessions.map(({ seenAt }) => seenAt)}::int8[], ${sessions.map(({ unlockedAt }) => unlockedAt)}::int8[], ${sessions.map((each) => seen.of(each))}::bytea[], ${sessions.map(({ version }) => version)}::int8[]) as now(id, seen_at, unlocked_at, seen_mac, version)
    where sessions.id = now.id and sessions.version = now.version and sessions.ended_at is null`.execute(
    kysely,
  ))
