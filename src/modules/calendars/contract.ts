import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { Id, Instant } from '#wire/values.ts'
import { LANGS } from '#i18n/lang.ts'
import { FEED_COVERS } from './model/feed.ts'

/** A feed that stands, without its address: that is shown once. */
export const FeedView = z.object({
  id: Id,
  lang: z.enum(LANGS),
  covers: z.enum(FEED_COVERS),
  madeAt: Instant,
  revokedAt: z.nullable(Instant),
})
export type FeedView = z.output<typeof FeedView>

/** The member's own that stand, newest first. */
export const listCalendarFeeds = route({
  name: 'listCalendarFeeds',
  method: 'GET',
  path: '/calendar-feeds',
  access: 'member',
  output: z.object({ feeds: z.array(FeedView), most: z.int() }),
})

/**
 * A feed in the language of the request. `path` is its address below the host, and whoever has it reads the
 * dates: calendars cannot sign.
 */
export const makeCalendarFeed = route({
  name: 'makeCalendarFeed',
  method: 'POST',
  path: '/calendar-feeds',
  access: 'member',
  keyed: true,
  input: z.strictObject({ covers: z.enum(FEED_COVERS) }),
  output: z.object({ feed: FeedView, path: z.string() }),
  rejections: ['TOO_MANY_FEEDS'],
})

export const revokeCalendarFeed = route({
  name: 'revokeCalendarFeed',
  method: 'POST',
  path: '/calendar-feeds/{id}/revoke',
  access: 'member',
  keyed: true,
  params: z.strictObject({ id: Id }),
  output: FeedView,
  rejections: ['FEED_NOT_FOUND'],
})
