import { event } from '#platform/engine/event.ts'

export const journalCheckRequested = event('journal.check-asked', (id: string, operatorId: string) => ({
  id,
  operatorId,
}))
