import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { Id, Instant, PAGE_CUT, PAGE_QUERY } from '#wire/values.ts'
import { LEVELS } from '#modules/identity/model/levels.ts'
import { ROLES } from '#modules/staff/model/power.ts'
import { LANGS } from '#i18n/lang.ts'
import { ChatLine } from './contract.ts'
import { CANNED, CANNED_REJECTIONS } from './model/canned.ts'

const Lang = z.enum(LANGS)
/** Somebody of the console: by role and number, never by name. */
const Person = z.object({ operatorId: z.string(), role: z.enum(ROLES), number: z.int() })
const Member = z.strictObject({ id: Id })
const Name = z.string().check(z.maxLength(40))
const SUPPORT = ['support'] as const

/**
 * `waiting`: the member waits since `waitingSince`. `closed`: an operator has closed it, and nobody wrote
 * since.
 */
export const CONVERSATION_STATES = ['waiting', 'open', 'closed'] as const

/**
 * One conversation of the list. No words of it: those are read with the thread, and that look is logged.
 * `topic`: what the member's last line is about.
 */
export const ConversationRow = z.object({
  memberId: z.string(),
  number: z.int(),
  lang: Lang,
  state: z.enum(CONVERSATION_STATES),
  waitingSince: z.nullable(Instant),
  /** The time by which the target says that an answer is due. */
  answerBy: z.nullable(Instant),
  lastAt: Instant,
  topic: z.enum([...CANNED, 'image']),
  unread: z.int(),
  assigned: z.nullable(Person),
})
export type ConversationRow = z.output<typeof ConversationRow>

export const CONVERSATION_OF = ['mine', 'nobody', 'others'] as const

/**
 * Conversations, those that wait longest first, then the newest. `q`: the number of the member, no words.
 * `who`: that the caller works on, nobody, or somebody else.
 */
export const listConversations = route({
  name: 'listConversations',
  method: 'GET',
  path: '/console/conversations',
  access: 'operator',
  roles: SUPPORT,
  query: z.strictObject({
    state: z.optional(z.enum(CONVERSATION_STATES)),
    who: z.optional(z.enum(CONVERSATION_OF)),
    ...PAGE_QUERY,
  }),
  output: z.object({ rows: z.array(ConversationRow), ...PAGE_CUT }),
})

/**
 * `references`: numbers of the member's own requests, which a line may name. `readUpTo`: the member has read
 * up to this line.
 */
export const ConversationView = z.object({
  ...ConversationRow.shape,
  lines: z.array(ChatLine),
  hasMore: z.boolean(),
  readUpTo: z.nullable(Id),
  references: z.array(z.string()),
  /** Beside the conversation: who it is, as the rules know them, and what of theirs waits in the queues. */
  member: z.object({
    level: z.enum(LEVELS),
    since: Instant,
    frozen: z.boolean(),
    cases: z.array(z.object({ queue: z.string(), subject: z.string(), since: Instant })),
  }),
  simulated: z.boolean(),
})
export type ConversationView = z.output<typeof ConversationView>

/** A conversation with its newest lines, or those before one. Every look is written down for the member. */
export const getConversation = route({
  name: 'getConversation',
  method: 'GET',
  path: '/console/conversations/{id}',
  access: 'operator',
  roles: SUPPORT,
  params: Member,
  query: z.strictObject({
    before: z.optional(Id),
    limit: z.optional(z.string().check(z.regex(/^\d{1,3}$/))),
  }),
  output: ConversationView,
})
/** A picture that the member sent. `jpeg`: base64. */
export const getChatPicture = route({
  name: 'getChatPicture',
  method: 'GET',
  path: '/console/conversations/{id}/pictures/{imageId}',
  access: 'operator',
  roles: SUPPORT,
  params: z.strictObject({ id: Id, imageId: Id }),
  output: z.object({ jpeg: z.string() }),
})

/** An answer. What the filter holds back is recorded in the journal, with who tried it. */
export const replyToMember = route({
  name: 'replyToMember',
  method: 'POST',
  path: '/console/conversations/{id}/lines',
  access: 'operator',
  power: 'chat.reply',
  keyed: true,
  params: Member,
  // Longer than the rule allows, so that the rule can say so.
  input: z.strictObject({ text: z.string().check(z.maxLength(8_000)) }),
  output: z.object({ id: Id }),
  rejections: ['LINE_EMPTY', 'LINE_LONG', 'NO_CONVERSATION', 'LINE_BLOCKED'],
})
export const typeToMember = route({
  name: 'typeToMember',
  method: 'POST',
  path: '/console/conversations/{id}/typing',
  access: 'operator',
  power: 'chat.reply',
  params: Member,
  input: z.strictObject({}),
  output: z.object({ status: z.literal('seen') }),
})
export const readByOperator = route({
  name: 'readByOperator',
  method: 'POST',
  path: '/console/conversations/{id}/read',
  access: 'operator',
  power: 'chat.reply',
  params: Member,
  input: z.strictObject({ upTo: Id }),
  output: z.object({ status: z.literal('read') }),
})
/** Takes a conversation, gives it to another (`operatorId`), or back to all (null). */
export const assignConversation = route({
  name: 'assignConversation',
  method: 'POST',
  path: '/console/conversations/{id}/assign',
  access: 'operator',
  power: 'chat.assign',
  keyed: true,
  params: Member,
  input: z.strictObject({ operatorId: z.nullable(z.string().check(z.maxLength(64))) }),
  output: z.object({ assigned: z.nullable(Person) }),
  rejections: ['ASSIGNEE', 'NO_CONVERSATION'],
})
/** Takes the conversation that waits longest and that nobody works on. */
export const takeNextConversation = route({
  name: 'takeNextConversation',
  method: 'POST',
  path: '/console/conversations/next',
  access: 'operator',
  power: 'chat.reply',
  input: z.strictObject({}),
  output: z.object({ memberId: Id }),
  rejections: ['NOBODY_WAITS'],
})
export const closeConversation = route({
  name: 'closeConversation',
  method: 'POST',
  path: '/console/conversations/{id}/close',
  access: 'operator',
  power: 'chat.reply',
  keyed: true,
  params: Member,
  input: z.strictObject({}),
  output: z.object({ status: z.literal('closed') }),
  rejections: ['NO_CONVERSATION', 'CONVERSATION_CLOSED'],
})

const Texts = z.strictObject(
  Object.fromEntries(LANGS.map((lang) => [lang, z.string().check(z.maxLength(4_000))])) as Record<
    (typeof LANGS)[number],
    z.ZodMiniString
  >,
)

/**
 * One version of a standard answer. `texts` has its places (`{feeRate}`), `filled` the figures of today's
 * rules in them. Version 0 is the firm's first.
 */
export const CannedView = z.object({
  canned: z.string(),
  version: z.int(),
  at: z.nullable(Instant),
  by: z.nullable(Person),
  texts: Texts,
  filled: Texts,
})
export type CannedView = z.output<typeof CannedView>

export const listCanned = route({
  name: 'listCanned',
  method: 'GET',
  path: '/console/canned',
  access: 'operator',
  output: z.array(CannedView),
})
/** Every version, newest first. */
export const getCannedVersions = route({
  name: 'getCannedVersions',
  method: 'GET',
  path: '/console/canned/{name}',
  access: 'operator',
  params: z.strictObject({ name: Name }),
  output: z.array(CannedView),
})
/**
 * Puts new texts away. They are used once the act `chat.canned` over them is signed: subject the name, body
 * what this answers.
 */
export const draftCanned = route({
  name: 'draftCanned',
  method: 'POST',
  path: '/console/canned',
  access: 'operator',
  power: 'chat.canned',
  keyed: true,
  input: z.strictObject({ canned: Name, texts: Texts }),
  output: z.object({ draft: Id, sha256: z.string(), after: z.int() }),
  rejections: CANNED_REJECTIONS,
})
