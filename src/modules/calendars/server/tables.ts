import { defineTable } from '#platform/engine/table.ts'
import type { CalendarFeed } from '../model/feed.ts'

export const calendarFeeds = defineTable<CalendarFeed>()({
  name: 'calendar_feeds',
  columns: {
    id: 'text',
    memberId: 'text',
    lang: 'text',
    covers: 'text',
    secretHash: 'text',
    madeAt: 'int8',
    revokedAt: 'int8?',
    revokedBecause: 'text?',
  },
  key: 'id',
  fixed: ['memberId', 'lang', 'covers', 'secretHash', 'madeAt'],
  indexes: { member: (row) => row.memberId, secret: (row) => row.secretHash },
})
