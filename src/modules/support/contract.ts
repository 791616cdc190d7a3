import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { topic } from '#wire/topic.ts'
import { Id, Instant } from '#wire/values.ts'

/**
 * The subject of a conversation (a deposit), as the module that owns it words it. `reference`: its number, as
 * members and operators name it. `page`: where the app shows it.
 */
export const AboutCard = z.object({
  id: Id,
  kind: z.string(),
  title: z.string(),
  reference: z.string(),
  status: z.string(),
  tone: z.enum(['ok', 'warn', 'grey']),
  rows: z.array(z.object({ label: z.string(), value: z.string() })),
  page: z.enum(['recharge', 'withdrawal', 'realName', 'bankAccount']),
  action: z.string(),
})
export type AboutCard = z.output<typeof AboutCard>

export const ChatLine = z.object({
  id: Id,
  at: Instant,
  by: z.enum(['member', 'operator', 'house']),
  kind: z.enum(['text', 'image', 'about', 'closed']),
  text: z.nullable(z.string()),
  imageId: z.nullable(Id),
  about: z.nullable(AboutCard),
  /** The operator, by number, never by name. `desk`: an answer of the demo desk. */
  operator: z.nullable(z.int()),
  desk: z.boolean(),
})
export type ChatLine = z.output<typeof ChatLine>

/** Office hours in Japan, `from` ≤ t < `to`. `desk`: the demo desk answers at any hour. */
const Office = z.object({ from: z.string(), to: z.string(), isOpen: z.boolean(), desk: z.boolean() })

export const getChat = route({
  name: 'getChat',
  method: 'GET',
  path: '/chat',
  access: 'member',
  query: z.strictObject({
    before: z.optional(Id),
    limit: z.optional(z.string().check(z.regex(/^\d{1,3}$/))),
  }),
  output: z.object({
    /** Newest last. `hasMore`: there are older ones. */
    lines: z.array(ChatLine),
    hasMore: z.boolean(),
    unread: z.int(),
    /** The operators have read everything up to this line. */
    readUpTo: z.nullable(Id),
    operator: z.nullable(z.int()),
    office: Office,
    /** An outside chat, where the firm has set one. */
    chatUrl: z.nullable(z.string()),
    simulated: z.boolean(),
  }),
})
export const getChatUnread = route({
  name: 'getChatUnread',
  method: 'GET',
  path: '/chat/unread',
  access: 'member',
  output: z.object({ unread: z.int() }),
})
export const sendLine = route({
  name: 'sendLine',
  method: 'POST',
  path: '/chat/lines',
  access: 'member',
  keyed: true,
  // Longer than the rule allows, so that the rule can say so.
  input: z.strictObject({ text: z.string().check(z.maxLength(8_000)) }),
  output: ChatLine,
  rejections: ['LINE_EMPTY', 'LINE_LONG'],
})
export const openAbout = route({
  name: 'openAbout',
  method: 'POST',
  path: '/chat/about',
  access: 'member',
  keyed: true,
  input: z.strictObject({ about: Id }),
  output: z.object({ status: z.literal('open') }),
  rejections: ['ABOUT_NOT_FOUND'],
})
export const readChat = route({
  name: 'readChat',
  method: 'POST',
  path: '/chat/read',
  access: 'member',
  keyed: true,
  input: z.strictObject({ upTo: Id }),
  output: z.object({ unread: z.int() }),
})
/** The whole conversation as a text in the caller's language. */
export const exportChat = route({
  name: 'exportChat',
  method: 'GET',
  path: '/chat/export',
  access: 'member',
  output: z.object({ name: z.string(), text: z.string() }),
})

/**
 * `line`: one more, of either side. `read`: the operators have read. `typing`: an operator is typing.
 * `assigned`: another operator has it now, or none.
 */
export type ChatEvent =
  | { type: 'line'; id: string }
  | { type: 'read'; upTo: string }
  | { type: 'typing'; operator: number }
  | { type: 'assigned' }
export const chatTopic = topic<ChatEvent>({ name: 'chat', kind: 'log', access: 'member' })
