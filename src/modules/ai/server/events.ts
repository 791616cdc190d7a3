import { event } from '#platform/engine/event.ts'
import type { AiApplication } from './tables.ts'

export const applicationChanged = event(
  'ai.application-changed',
  ({ memberId, id, status }: Pick<AiApplication, 'memberId' | 'id' | 'status'>) => ({
    memberId,
    applicationId: id,
    status,
  }),
)
