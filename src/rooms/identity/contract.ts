import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { Id, Instant } from '#wire/values.ts'
import { LEVELS } from './model/levels.ts'

export type { Level } from './model/levels.ts'

/** As typed: digits with or without hyphens, or E.164. Whether it is a mobile number is a rule (MOBILE_FORMAT). */
const Mobile = z.string().check(z.minLength(1), z.maxLength(24))
/** Any printable characters; the length is a rule, so that its sentence is the specification's. */
const Secret = z.string().check(z.maxLength(256))

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
    invitationCode: z.string().check(z.maxLength(32)), verificationCode: z.string().check(z.maxLength(16)),
  }),
  output: z.object({ token: z.string(), userId: Id }),
  rejections: [
    'MOBILE_FORMAT', 'PASSWORD_LENGTH', 'PASSWORD_CHARACTERS', 'PASSWORD_COMMON', 'PASSWORDS_DIFFER',
    'INVITATION_REQUIRED', 'TOO_MANY_REGISTRATIONS', 'INVITATION_INVALID', 'VERIFICATION_INVALID', 'MOBILE_TAKEN',
  ],
})

export const login = route({
  name: 'login', method: 'POST', path: '/auth/login', access: 'public',
  input: z.strictObject({ account: z.string().check(z.maxLength(64)), password: Secret }),
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
