import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { Id, Instant } from '#wire/values.ts'
import { LEVELS } from './model/levels.ts'
import { WILL_ACTIONS } from './model/will.ts'

export type { Level } from './model/levels.ts'

/** As typed: digits with or without hyphens, or E.164. Whether it is a mobile number is a rule (MOBILE_FORMAT). */
const Mobile = z.string().check(z.minLength(1), z.maxLength(24))
/** Any printable characters; the length is a rule, so that its sentence is the specification's. */
const Secret = z.string().check(z.maxLength(256))

/** The name that a device has given itself, so that a member is told of a login from a new one. */
const DeviceId = z.optional(z.string().check(z.maxLength(64)))

/** base64url, as browsers write what they got from a passkey. */
const Base64Url = z.string().check(z.regex(/^[\w-]{1,8192}$/))
/** A passkey's answer (AuthenticationResponseJSON of WebAuthn); what else browsers add to it is of no account. */
export const Assertion = z.looseObject({
  id: Base64Url, rawId: Base64Url, type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: Base64Url, authenticatorData: Base64Url, signature: Base64Url, userHandle: z.optional(z.string().check(z.maxLength(128))) }),
})
export type Assertion = z.output<typeof Assertion>
/** What the browser made when a passkey was created (RegistrationResponseJSON). */
export const Attestation = z.looseObject({
  id: Base64Url, rawId: Base64Url, type: z.literal('public-key'),
  response: z.looseObject({
    clientDataJSON: Base64Url, attestationObject: z.string().check(z.regex(/^[\w-]{1,32768}$/)),
    transports: z.optional(z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/)))),
  }),
})
export type Attestation = z.output<typeof Attestation>
/** Six digits of the authenticator app. */
const OneTimeCode = z.string().check(z.maxLength(16))

/**
 * The fields of a route that needs a proof of the member's will: `input: z.strictObject({ amount: …, ...willFields })`. The phone fills
 * them in by `useWill`, the server reads them by `identity.proveWill`.
 */
export const willFields = {
  transactionPassword: z.optional(Secret),
  proof: z.optional(z.strictObject({ id: Id, assertion: Assertion })),
  oneTimeCode: z.optional(OneTimeCode),
}
export const Will = z.object(willFields)
export type Will = z.output<typeof Will>
/** Add them to the route's own refusals, in this order; they are worded here (`identity.rejection.…`), so give the refusal on as it is. */
export const WILL_REJECTIONS = [
  'PASSKEY_NEEDED', 'TRANSACTION_PASSWORD_UNSET', 'TRANSACTION_PASSWORD_LOCKED', 'TRANSACTION_PASSWORD_WRONG', 'PROOF_NEEDED', 'PROOF_INVALID',
  'CODE_LOCKED', 'CODE_WRONG',
] as const

/** What a passkey is asked: `id` is good for one answer. The challenge is made of it, of the act and of its content (`model/will.ts`). */
const PasskeyQuestion = z.object({
  id: Id, expiresAt: Instant, rpId: z.string(),
  /** Those that may answer; none: any that the device has for this app. */
  passkeys: z.array(z.object({ id: z.string(), transports: z.array(z.string()) })),
})
export type PasskeyQuestion = z.output<typeof PasskeyQuestion>

/** Begins a proof by passkey for an act, making the session full (`step-up`), or unlocking trading (`unlock`). */
export const askPasskey = route({
  name: 'askPasskey', method: 'POST', path: '/auth/passkey/question', access: 'member',
  input: z.strictObject({ action: z.enum([...WILL_ACTIONS, 'step-up', 'unlock']) }),
  output: PasskeyQuestion,
})

/** How the account is protected. Whoever may see it has logged in; only the last part of addresses is shown. */
export const SecurityView = z.object({
  passkeys: z.array(z.object({
    id: z.string(), name: z.string(), synced: z.boolean(), madeAt: Instant, usedAt: z.nullable(Instant),
  })),
  totp: z.boolean(),
  hasTransactionPassword: z.boolean(),
  /** What this session was opened with, and whether money may leave by it. */
  session: z.object({ factor: z.enum(['password', 'passkey', 'totp']), full: z.boolean() }),
  sessions: z.int(),
  mobile: z.string(),
  email: z.nullable(z.object({ address: z.string(), verified: z.boolean() })),
  frozen: z.boolean(),
  /** Frozen by the firm until then, and no withdrawals until then after a recovery. */
  heldUntil: z.nullable(Instant),
  withdrawalsClosedUntil: z.nullable(Instant),
  demo: z.boolean(),
})
export type SecurityView = z.output<typeof SecurityView>
export const getSecurity = route({ name: 'getSecurity', method: 'GET', path: '/auth/security', access: 'member', output: SecurityView })

export const smsCode = route({
  name: 'smsCode', method: 'POST', path: '/auth/sms-code', access: 'public',
  input: z.strictObject({ mobile: Mobile }),
  output: z.object({ expiresAt: Instant }),
  rejections: ['MOBILE_FORMAT', 'TOO_MANY_CODES'],
})

export const register = route({
  name: 'register', method: 'POST', path: '/auth/register', access: 'public',
  input: z.strictObject({
    mobile: Mobile, password: Secret, confirmPassword: Secret,
    invitationCode: z.string().check(z.maxLength(32)), verificationCode: z.string().check(z.maxLength(16)), deviceId: DeviceId,
  }),
  output: z.object({ token: z.string(), userId: Id }),
  rejections: [
    'MOBILE_FORMAT', 'PASSWORD_LENGTH', 'PASSWORD_CHARACTERS', 'PASSWORD_COMMON', 'PASSWORDS_DIFFER',
    'INVITATION_REQUIRED', 'TOO_MANY_REGISTRATIONS', 'INVITATION_INVALID', 'VERIFICATION_INVALID', 'MOBILE_TAKEN',
  ],
})

export const login = route({
  name: 'login', method: 'POST', path: '/auth/login', access: 'public',
  input: z.strictObject({ account: z.string().check(z.maxLength(64)), password: Secret, deviceId: DeviceId }),
  output: z.object({ token: z.string(), userId: Id }),
  rejections: ['ACCOUNT_REQUIRED', 'PASSWORD_REQUIRED', 'LOGIN_LOCKED', 'LOGIN_FAILED'],
})

export const logout = route({
  name: 'logout', method: 'POST', path: '/auth/logout', access: 'member',
  output: z.object({ status: z.literal('ended') }),
})

/** Opens the trading unlock of this session. In the demo setting, with no transaction password set, login has opened it already. */
export const unlock = route({
  name: 'unlock', method: 'POST', path: '/auth/unlock', access: 'member',
  input: z.strictObject({ transactionPassword: Secret }),
  output: z.object({ status: z.literal('unlocked'), until: Instant }),
  rejections: ['TRANSACTION_PASSWORD_UNSET', 'TRANSACTION_PASSWORD_LOCKED', 'TRANSACTION_PASSWORD_WRONG'],
})

/** Sets or changes the transaction password; no old one is asked while none exists. */
export const setTransactionPassword = route({
  name: 'setTransactionPassword', method: 'POST', path: '/auth/transaction-password', access: 'member',
  input: z.strictObject({ oldPassword: z.optional(Secret), newPassword: Secret, confirmPassword: Secret }),
  output: z.object({ status: z.literal('changed') }),
  rejections: [
    'PASSWORD_LENGTH', 'PASSWORD_CHARACTERS', 'PASSWORD_COMMON', 'PASSWORDS_DIFFER', 'TRANSACTION_PASSWORD_LOCKED',
    'OLD_PASSWORD_WRONG', 'SAME_AS_LOGIN_PASSWORD',
  ],
})

export const UserInfo = z.object({
  user_id: Id,
  /** Middle digits hidden: 090-****-5678. */
  mobile: z.string(),
  level: z.enum(LEVELS),
  /** Highest leverage of the level, and the level's other limits in yen and counts. */
  maxLeverage: z.number(),
  maxOrderValue: z.int(),
  maxOpenLots: z.int(),
  verified: z.boolean(),
  registeredAt: Instant,
  invitationCode: z.nullable(z.string()),
  hasTransactionPassword: z.boolean(),
  tradingUnlockedUntil: z.nullable(Instant),
  simulated: z.boolean(),
})
export type UserInfo = z.output<typeof UserInfo>

const OwnId = z.strictObject({ user_id: Id })
export const getUserInfo = route({
  name: 'getUserInfo', method: 'GET', path: '/index/getUserInfo', access: 'member', query: OwnId, output: UserInfo,
})

export const socketTicket = route({
  name: 'socketTicket', method: 'POST', path: '/socket-ticket', access: 'member',
  output: z.object({ ticket: z.string(), expiresAt: Instant }),
})

/** Demo: the messages that would have gone to this phone. */
export const devInbox = route({
  name: 'devInbox', method: 'GET', path: '/dev/inbox', access: 'public', demoOnly: true,
  query: z.strictObject({ mobile: Mobile }),
  output: z.array(z.object({ at: Instant, kind: z.literal('sms'), code: z.string(), text: z.string() })),
  rejections: ['MOBILE_FORMAT'],
})
