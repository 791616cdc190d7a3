import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { Id, Instant } from '#wire/values.ts'
import { SERVER_CHANNELS } from '#wire/outbox.ts'
import { LANGS } from '#i18n/lang.ts'
import { ROLES } from '#modules/staff/model/power.ts'
import { CHANGES, KINDS, SEVERITIES } from './model/conditions.ts'
import { CHOICE_REJECTIONS, LONGEST_SHIFT_HOURS } from './model/choice.ts'

const Clock = z.string().check(z.regex(/^\d{2}:\d{2}$/))
const Severity = z.enum(SEVERITIES)
/** Somebody of the console: by role and number, never by name. */
const Person = z.object({ operatorId: z.string(), role: z.enum(ROLES), number: z.int() })

/**
 * An operator's own choice. `severity`: from which on. `quiet`: Japan's time, over midnight too. `mail` null:
 * no mail.
 */
const Choice = z.strictObject({
  mail: z.nullable(z.string().check(z.maxLength(254))),
  lang: z.enum(LANGS),
  severity: Severity,
  quiet: z.nullable(z.strictObject({ from: Clock, to: Clock })),
})
export type ChoiceView = z.output<typeof Choice>

export const CHANNELS = ['mail', 'webhook'] as const
export const DELIVERY_STATES = ['waiting', 'sent', 'failed', 'over'] as const

/** `kind` null: a test that an operator asked for. `deliveries`: empty where nobody had a channel. */
const NoticeView = z.object({
  id: Id,
  kind: z.nullable(z.enum(KINDS)),
  change: z.enum(CHANGES),
  severity: Severity,
  figure: z.int(),
  at: Instant,
  deliveries: z.array(
    z.object({
      to: z.nullable(Person),
      channel: z.enum(CHANNELS),
      state: z.enum(DELIVERY_STATES),
      at: Instant,
      /** The next try, while it waits. */
      nextAt: Instant,
      problem: z.nullable(z.string()),
    }),
  ),
})
export type NoticeView = z.output<typeof NoticeView>

/**
 * Operators on duty, the published conditions as they stand, the caller's own choice, and the last notices
 * with what became of each. `undelivered`: notices of the last day that a channel did not take, and critical
 * ones that nobody had a channel for.
 */
export const getDuty = route({
  name: 'getDuty',
  method: 'GET',
  path: '/console/duty',
  access: 'operator',
  output: z.object({
    onDuty: z.array(z.object({ person: Person, from: Instant, until: Instant })),
    conditions: z.array(
      z.object({
        kind: z.enum(KINDS),
        severity: Severity,
        page: z.string(),
        from: z.int(),
        /** Empty: those whom the case is about. */
        roles: z.array(z.enum(ROLES)),
        /** The figure at the last look, and since when it is on; null: it is not. */
        on: z.nullable(z.object({ figure: z.int(), since: Instant })),
      }),
    ),
    choice: Choice,
    channels: z.object({ mail: z.boolean(), webhook: z.boolean() }),
    undelivered: z.int(),
    notices: z.array(NoticeView),
  }),
})

/** Puts the caller on duty for so many hours from now; 0: off duty. */
export const changeShift = route({
  name: 'changeShift',
  method: 'POST',
  path: '/console/auth/duty/shift',
  access: 'operator',
  power: null,
  input: z.strictObject({ hours: z.int().check(z.gte(0), z.lte(LONGEST_SHIFT_HOURS)) }),
  output: z.object({ until: z.nullable(Instant) }),
})
export const chooseNotices = route({
  name: 'chooseNotices',
  method: 'POST',
  path: '/console/auth/duty/choice',
  access: 'operator',
  power: null,
  input: Choice,
  output: Choice,
  rejections: CHOICE_REJECTIONS,
})
/** A notice to the caller alone, over every channel that they have. */
export const testNotice = route({
  name: 'testNotice',
  method: 'POST',
  path: '/console/auth/duty/test',
  access: 'operator',
  power: null,
  input: z.strictObject({}),
  output: z.object({ id: Id }),
  rejections: ['NO_CHANNEL', 'TESTED_OFTEN'],
})

/** A message that its channel did not take. Nobody is named: neither who it is for, nor an address. */
const UndeliveredView = z.object({
  id: z.string(),
  channel: z.enum(SERVER_CHANNELS),
  /** The subject, as its module calls it. */
  kind: z.string(),
  state: z.enum(['waiting', 'dead']),
  at: Instant,
  tries: z.int(),
  /** The next try, while it waits. */
  nextAt: Instant,
  problem: z.string(),
})
/** Messages to members and operators that were tried in vain: the oldest of them, and how many there are. */
export const getUndelivered = route({
  name: 'getUndelivered',
  method: 'GET',
  path: '/console/duty/undelivered',
  access: 'operator',
  output: z.object({ messages: z.array(UndeliveredView), total: z.int() }),
})
/** Tries a message at once, and as often as at first where that fails; its key and its address stay. */
export const resendMessage = route({
  name: 'resendMessage',
  method: 'POST',
  path: '/console/duty/resend',
  access: 'operator',
  power: 'message.resend',
  input: z.strictObject({ id: z.string().check(z.maxLength(200)) }),
  output: z.object({ status: z.literal('tried') }),
  rejections: ['MESSAGE_NOT_WAITING'],
})
