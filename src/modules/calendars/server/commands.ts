import type { MemberId } from '#kernel/id.ts'
import { no } from '#kernel/result.ts'
import { defineMemberCommand, done } from '#platform/engine/command.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { MOST_FEEDS, type CalendarFeed } from '../model/feed.ts'
import { calendarFeeds } from './tables.ts'

/** Feeds of a member that stand. */
export const standingOf = (tables: TableReader, memberId: MemberId): CalendarFeed[] =>
  tables
    .of(calendarFeeds)
    .by('member', memberId)
    .filter(({ revokedAt }) => revokedAt === null)

/** Adds a feed. The journal knows the hash of its secret, which nobody guesses. */
export const makeFeed = defineMemberCommand({
  type: 'calendar-feed.make',
  captureInputs: () => null,
  run(tables, input: Pick<CalendarFeed, 'id' | 'lang' | 'covers' | 'secretHash'>, _inputs, { memberId, at }) {
    if (standingOf(tables, memberId).length >= MOST_FEEDS) return no('TOO_MANY_FEEDS', { most: MOST_FEEDS })
    return done(
      tables
        .of(calendarFeeds)
        .insert({ ...input, memberId, madeAt: at, revokedAt: null, revokedBecause: null }),
    )
  },
})

/** Ends a feed for good; one that has ended stays as it is. */
export const revokeFeed = defineMemberCommand({
  type: 'calendar-feed.revoke',
  captureInputs: () => null,
  run(tables, { id }: { id: string }, _inputs, { memberId, at }) {
    const table = tables.of(calendarFeeds)
    const row = table.get(id)
    if (row === undefined || row.memberId !== memberId) return no('FEED_NOT_FOUND')
    return done(row.revokedAt === null ? table.update(row, { revokedAt: at, revokedBecause: 'member' }) : row)
  },
})

/** Ends all feeds of a member whose sessions have been ended. */
export const revokeFeeds = defineMemberCommand({
  type: 'calendar-feed.revoke-all',
  captureInputs: () => null,
  run(tables, _input: Record<string, never>, _inputs, { memberId, at }) {
    const table = tables.of(calendarFeeds)
    for (const row of standingOf(tables, memberId))
      table.update(row, { revokedAt: at, revokedBecause: 'sessions' })
    return done({})
  },
})
