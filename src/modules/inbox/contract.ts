import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { Id, Instant, IssueCode, IdOfLot, IdOfOrder } from '#wire/values.ts'
import { MESSAGE_GROUPS } from './model/groups.ts'

/**
 * A message to the member: `kind` names its sentence; `title` and `text` are in the caller's language. What
 * it tells of: an order, a lot, an issue (`code`), or what its kind names by `about`.
 */
export const MessageView = z.object({
  id: Id,
  status: z.enum(['unread', 'read']),
  kind: z.string(),
  group: z.enum(MESSAGE_GROUPS),
  at: Instant,
  title: z.string(),
  text: z.string(),
  orderId: z.nullable(IdOfOrder),
  lotId: z.nullable(IdOfLot),
  about: z.nullable(z.string()),
  code: z.nullable(IssueCode),
  simulated: z.boolean(),
})
export type MessageView = z.output<typeof MessageView>
const Unread = z.object({ unread: z.int() })

/**
 * Newest first, by time; `before` is the id of the last one shown. `unread` counts all of them, whatever is
 * asked for; `last` is the one that came last, which is not the newest where an earlier event was told late.
 */
export const listMessages = route({
  name: 'listMessages',
  method: 'GET',
  path: '/messages',
  access: 'member',
  query: z.strictObject({
    before: z.optional(z.string().check(z.maxLength(64))),
    limit: z.optional(z.string().check(z.regex(/^\d{1,3}$/))),
    group: z.optional(z.enum(MESSAGE_GROUPS)),
    status: z.optional(z.enum(['unread'])),
  }),
  output: z.object({ unread: z.int(), last: z.nullable(Id), messages: z.array(MessageView) }),
})
export const getMessage = route({
  name: 'getMessage',
  method: 'GET',
  path: '/messages/{id}',
  access: 'member',
  params: z.strictObject({ id: Id }),
  output: MessageView,
})
/** Everything that came up to this message is read. */
export const readMessages = route({
  name: 'readMessages',
  method: 'POST',
  path: '/messages/read',
  access: 'member',
  keyed: true,
  input: z.strictObject({ upTo: Id }),
  output: Unread,
})
/** This one is read. */
export const readMessage = route({
  name: 'readMessage',
  method: 'POST',
  path: '/messages/{id}/read',
  access: 'member',
  keyed: true,
  params: z.strictObject({ id: Id }),
  output: Unread,
  rejections: ['MESSAGE_NOT_FOUND'],
})

/**
 * Notifications: the key that a browser needs to allow them, what the member wants, how many devices get
 * them, and the SHA-256 (hex) of each one's address: a browser finds itself among them.
 */
export const PushView = z.object({
  publicKey: z.string(),
  groups: z.array(z.object({ group: z.enum(MESSAGE_GROUPS), wanted: z.boolean() })),
  devices: z.int(),
  known: z.array(z.string()),
})
export type PushView = z.output<typeof PushView>
const Endpoint = z.string().check(z.minLength(1), z.maxLength(1_000))
const Base64Url = z.string().check(z.maxLength(200), z.regex(/^[\w-]+=*$/))

export const getPush = route({
  name: 'getPush',
  method: 'GET',
  path: '/push',
  access: 'member',
  output: PushView,
})
/**
 * A device that has allowed notifications, as its browser describes it. Again with the same address: it
 * belongs to the caller from now on.
 */
export const subscribePush = route({
  name: 'subscribePush',
  method: 'POST',
  path: '/push/devices',
  access: 'member',
  keyed: true,
  input: z.strictObject({ endpoint: Endpoint, p256dh: Base64Url, auth: Base64Url }),
  output: PushView,
  rejections: ['PUSH_ENDPOINT', 'PUSH_KEYS'],
})
/**
 * The browser's maker gave the device another address while no page was open: its worker hands in both. It
 * knows no session; the old address and its secret prove that it is the device.
 */
export const replacePush = route({
  name: 'replacePush',
  method: 'POST',
  path: '/push/devices/replace',
  access: 'public',
  input: z.strictObject({
    old: z.strictObject({ endpoint: Endpoint, auth: Base64Url }),
    endpoint: Endpoint,
    p256dh: Base64Url,
    auth: Base64Url,
  }),
  output: z.null(),
  rejections: ['PUSH_ENDPOINT', 'PUSH_KEYS', 'PUSH_UNKNOWN'],
})
/** One that is not there is gone already. */
export const unsubscribePush = route({
  name: 'unsubscribePush',
  method: 'POST',
  path: '/push/devices/remove',
  access: 'member',
  keyed: true,
  input: z.strictObject({ endpoint: Endpoint }),
  output: PushView,
})
export const choosePush = route({
  name: 'choosePush',
  method: 'POST',
  path: '/push/groups',
  access: 'member',
  keyed: true,
  input: z.strictObject({ group: z.enum(MESSAGE_GROUPS), wanted: z.boolean() }),
  output: PushView,
  rejections: ['PUSH_ALWAYS'],
})
