import { event } from '#platform/engine/event.ts'

export const feedSwitched = event('feed.switched', (id: string) => ({ id }))
export const noticePublished = event('notice.published', (id: string) => ({ id }))
