import type { Lang } from '#i18n/lang.ts'
import type { Ms } from '#kernel/time.ts'

/** Dates that a feed tells: of the whole market, or of the issues that the member holds or watches. */
export const FEED_COVERS = ['market', 'own'] as const
export type FeedCovers = (typeof FEED_COVERS)[number]
/** The reason for which a feed ended: the member revoked it, or it ended with all sessions of the member. */
export const FEED_REVOCATIONS = ['member', 'sessions'] as const
export type FeedRevocation = (typeof FEED_REVOCATIONS)[number]

/** A feed as commands know it: its address ends in a secret, of which the hash is kept. */
export type CalendarFeed = {
  id: string
  memberId: string
  lang: Lang
  covers: FeedCovers
  /** SHA-256 of the secret, hexadecimal. */
  secretHash: string
  madeAt: Ms
  revokedAt: Ms | null
  revokedBecause: FeedRevocation | null
}

/** Feeds of a member that stand at once. */
export const MOST_FEEDS = 10
