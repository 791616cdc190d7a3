import { event } from '#platform/engine/event.ts'

export const messageLeft = event('message.left', (memberId: string, messageId: string) => ({
  memberId,
  messageId,
}))
