import { ALWAYS_TOLD, type MessageDeclaration, type MessageGroup } from '#modules/inbox/model/groups.ts'
import { MESSAGE_KINDS as ai } from '#modules/ai/model/message-kinds.ts'
import { MESSAGE_KINDS as alerts } from '#modules/alerts/model/message-kinds.ts'
import { MESSAGE_KINDS as block } from '#modules/block/model/message-kinds.ts'
import { MESSAGE_KINDS as copy } from '#modules/copy/model/message-kinds.ts'
import { MESSAGE_KINDS as corporateActions } from '#modules/corporate-actions/model/message-kinds.ts'
import { MESSAGE_KINDS as daytrade } from '#modules/daytrade/model/message-kinds.ts'
import { MESSAGE_KINDS as funding } from '#modules/funding/model/message-kinds.ts'
import { MESSAGE_KINDS as identity } from '#modules/identity/model/message-kinds.ts'
import { MESSAGE_KINDS as ipo } from '#modules/ipo/model/message-kinds.ts'
import { MESSAGE_KINDS as loans } from '#modules/loans/model/message-kinds.ts'
import { MESSAGE_KINDS as marginCalls } from '#modules/margin-calls/model/message-kinds.ts'
import { MESSAGE_KINDS as members } from '#modules/members/model/message-kinds.ts'
import { MESSAGE_KINDS as news } from '#modules/news/model/message-kinds.ts'
import { MESSAGE_KINDS as orders } from '#modules/orders/model/message-kinds.ts'
import { MESSAGE_KINDS as staff } from '#modules/staff/model/message-kinds.ts'
import { MESSAGE_KINDS as apikeys } from '#modules/apikeys/model/message-kinds.ts'
import { MESSAGE_KINDS as webhooks } from '#modules/webhooks/model/message-kinds.ts'
import { unionOf } from './union.ts'

const MODULES = {
  apikeys,
  webhooks,
  orders,
  'margin-calls': marginCalls,
  'corporate-actions': corporateActions,
  staff,
  funding,
  members,
  identity,
  alerts,
  news,
  ipo,
  daytrade,
  loans,
  block,
  copy,
  ai,
} as const
const DECLARED = unionOf('message kind', MODULES, ({ id }: MessageDeclaration) => id)
const moduleOf = new Map(
  Object.entries(MODULES).flatMap(([module, kinds]) => Object.keys(kinds).map((kind) => [kind, module])),
)

/** The kinds of message that members get. */
export type MessageKind = keyof typeof DECLARED
export const MESSAGE_KINDS = Object.keys(DECLARED) as readonly MessageKind[]
/** The values that fill a kind's sentence. */
export type ArgsOf<K extends MessageKind> = {
  readonly [Name in (typeof DECLARED)[K]['args'][number]]: string | number
}
/** The sentence of a kind, in the catalogue of the module that declares it. */
export const messageKey = (kind: MessageKind, part: 'title' | 'text'): string =>
  `${moduleOf.get(kind)}.message.${kind}.${part}`
export const messageKind = (kind: MessageKind): MessageDeclaration => DECLARED[kind]

export const groupOf = (kind: MessageKind): MessageGroup => DECLARED[kind].group
/** Every kind that is of a group other than the account. */
export const GROUPED_KINDS: readonly MessageKind[] = MESSAGE_KINDS.filter(
  (kind) => groupOf(kind) !== ALWAYS_TOLD,
)
/** The kinds of a group; null for the account's, which are those of no other. */
export const kindsOf = (group: MessageGroup): readonly MessageKind[] | null =>
  group === ALWAYS_TOLD ? null : GROUPED_KINDS.filter((kind) => groupOf(kind) === group)
