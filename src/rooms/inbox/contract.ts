import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { Id, Instant } from '#wire/values.ts'

/** A message to the member: `kind` names its sentence, `args` fill it; `title` and `text` are in the caller's language. */
export const MessageView = z.object({
  id: Id, status: z.enum(['unread', 'read']), kind: z.string(), at: Instant,
  title: z.string(), text: z.string(),
  orderId: z.nullable(Id), lotId: z.nullable(Id), simulated: z.boolean(),
})
export type MessageView = z.output<typeof MessageView>

export const listMessages = route({
  name: 'listMessages', method: 'GET', path: '/messages', access: 'member',
  query: z.strictObject({ before: z.optional(z.string().check(z.maxLength(64))), limit: z.optional(z.string().check(z.regex(/^\d{1,3}$/))) }),
  output: z.object({ unread: z.int(), messages: z.array(MessageView) }),
})
export const readMessages = route({
  name: 'readMessages', method: 'POST', path: '/messages/read', access: 'member', keyed: true,
  input: z.strictObject({ upTo: Id }), output: z.object({ unread: z.int() }),
})
