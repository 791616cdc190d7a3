import { event } from '#platform/engine/event.ts'

export const schedulePublished = event('schedule.published', (id: string) => ({ id }))
