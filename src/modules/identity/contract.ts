import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { Id, Instant, SealedValue, YenFigure } from '#wire/values.ts'
import { FACTOR_CHANGE_NAMES } from './model/factor-change.ts'
import { LEVELS } from './model/levels.ts'
import { STEP_UP_ACTIONS } from './model/step-up.ts'

export type { Level } from './model/levels.ts'

/**
 * A number as it was typed: digits with or without hyphens, or E.164. Whether it is a mobile number is a rule
 * (MOBILE_FORMAT).
 */
const Mobile = z.string().check(z.minLength(1), z.maxLength(24))
/** Any printable characters; the length is a rule, so that its sentence is the specification's. */
const Secret = z.string().check(z.maxLength(256))

/** The name that a device has given itself, so that a member is told of a login from a new one. */
const DeviceId = z.optional(z.string().check(z.maxLength(64)))

/**
 * The key that the browser has made for the session that begins (security-and-trust 2): P-256, as
 * SubjectPublicKeyInfo in base64url. With it, the session signs its money commands; without one they stand
 * for themselves, and outside the demo setting nothing is paid out. A passkey that opens the session signs it
 * too.
 */
const DeviceKey = z.optional(z.string().check(z.regex(/^MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE[\w-]{86}$/)))

/** base64url, as browsers write what they got from a passkey. */
const Base64Url = z.string().check(z.regex(/^[\w-]{1,8192}$/))
/**
 * A passkey's answer (AuthenticationResponseJSON of WebAuthn); what else browsers add to it is of no account.
 */
export const Assertion = z.looseObject({
  id: Base64Url,
  rawId: Base64Url,
  type: z.literal('public-key'),
  response: z.looseObject({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: z.optional(z.string().check(z.maxLength(128))),
  }),
})
export type Assertion = z.output<typeof Assertion>
/** The object that the browser made when a passkey was created (RegistrationResponseJSON). */
export const Attestation = z.looseObject({
  id: Base64Url,
  rawId: Base64Url,
  type: z.literal('public-key'),
  response: z.looseObject({
    clientDataJSON: Base64Url,
    attestationObject: z.string().check(z.regex(/^[\w-]{1,32768}$/)),
    transports: z.optional(z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/)))),
  }),
})
export type Attestation = z.output<typeof Attestation>
/** A passkey's answer to a challenge. */
const Proof = z.strictObject({ id: SealedValue, assertion: Assertion })
/** Six digits sent to a phone. */
const VerificationCode = z.string().check(z.maxLength(16))
/** Six digits of the authenticator app. */
const OneTimeCode = z.string().check(z.maxLength(16))

/**
 * The fields of a route that needs a proof of the member's will: `input: z.strictObject({ amount: …,
 * ...stepUpFields })`. The phone fills them in by `useStepUp`, the server reads them by
 * `identity.proveStepUp`.
 */
export const stepUpFields = {
  transactionPassword: z.optional(Secret),
  proof: z.optional(Proof),
  oneTimeCode: z.optional(OneTimeCode),
}
export const StepUpProof = z.object(stepUpFields)
export type StepUpProof = z.output<typeof StepUpProof>
/**
 * Add them to the route's own refusals, in this order; they are worded here (`identity.rejection.…`), so give
 * the refusal on as it is.
 */
export const STEP_UP_REJECTIONS = [
  'PASSKEY_NEEDED',
  'PROOF_NEEDED',
  'PROOF_INVALID',
  'TRANSACTION_PASSWORD_UNSET',
  'TRANSACTION_PASSWORD_REQUIRED',
  'TRANSACTION_PASSWORD_LOCKED',
  'TRANSACTION_PASSWORD_WRONG',
  'CODE_LOCKED',
  'CODE_WRONG',
] as const

/**
 * The challenge to a passkey: `id` is good for one answer. It is made of this id, of the act and of its
 * content (`model/stepUp.ts`).
 */
const PasskeyChallenge = z.object({
  id: SealedValue,
  expiresAt: Instant,
  rpId: z.string(),
  /** Those that may answer; none: any that the device has for this app. */
  passkeys: z.array(z.object({ id: z.string(), transports: z.array(z.string()) })),
})
export type PasskeyChallenge = z.output<typeof PasskeyChallenge>

/**
 * Begins a proof by passkey for an act, making the session full (`step-up`), or unlocking trading (`unlock`).
 */
export const askPasskey = route({
  name: 'askPasskey',
  method: 'POST',
  path: '/auth/passkey/question',
  access: 'member',
  input: z.strictObject({ action: z.enum([...STEP_UP_ACTIONS, 'step-up', 'unlock']) }),
  output: PasskeyChallenge,
})

/**
 * The protection of the account. Only a member who has logged in sees it; only the last part of addresses is
 * shown.
 */
export const SecurityView = z.object({
  passkeys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      synced: z.boolean(),
      madeAt: Instant,
      usedAt: z.nullable(Instant),
    }),
  ),
  totp: z.boolean(),
  hasTransactionPassword: z.boolean(),
  /** The factor that opened this session, and whether money may leave by it. */
  session: z.object({ factor: z.enum(['password', 'passkey', 'totp']), full: z.boolean() }),
  sessions: z.int(),
  mobile: z.string(),
  email: z.nullable(z.object({ address: z.string(), verified: z.boolean() })),
  frozen: z.boolean(),
  /**
   * Frozen by the firm until then; no withdrawals and orders up to the beginner's limits until then, after
   * which change.
   */
  heldUntil: z.nullable(Instant),
  withdrawalsClosedUntil: z.nullable(Instant),
  restsBecause: z.nullable(z.enum(FACTOR_CHANGE_NAMES)),
  demo: z.boolean(),
})
export type SecurityView = z.output<typeof SecurityView>
export const getSecurity = route({
  name: 'getSecurity',
  method: 'GET',
  path: '/auth/security',
  access: 'member',
  output: SecurityView,
})

/** Of routes that have a code sent by SMS. */
const CODE_REJECTIONS = ['SENDING_MISSING', 'SMS_COUNTRY', 'TOO_MANY_CODES', 'TOO_MANY_SMS'] as const

/**
 * A code to a number, good where it was asked for: in this session, on this device by its name, else from
 * this address. `for`: a login where wrong passwords have closed it; else registering, or another phone.
 */
export const smsCode = route({
  name: 'smsCode',
  method: 'POST',
  path: '/auth/sms-code',
  access: 'public',
  input: z.strictObject({ mobile: Mobile, deviceId: DeviceId, for: z.optional(z.literal('login')) }),
  output: z.object({ expiresAt: Instant }),
  rejections: ['MOBILE_FORMAT', ...CODE_REJECTIONS],
})

export const register = route({
  name: 'register',
  method: 'POST',
  path: '/auth/register',
  access: 'public',
  input: z.strictObject({
    mobile: Mobile,
    password: Secret,
    confirmPassword: Secret,
    invitationCode: z.string().check(z.maxLength(32)),
    verificationCode: z.string().check(z.maxLength(16)),
    deviceId: DeviceId,
    deviceKey: DeviceKey,
  }),
  output: z.object({ token: z.string(), userId: Id }),
  rejections: [
    'DEVICE_KEY_INVALID',
    'MOBILE_FORMAT',
    'PASSWORD_LENGTH',
    'PASSWORD_CHARACTERS',
    'PASSWORD_COMMON',
    'PASSWORDS_DIFFER',
    'INVITATION_REQUIRED',
    'TOO_MANY_REGISTRATIONS',
    'INVITATION_INVALID',
    'VERIFICATION_INVALID',
    'ONE_REGISTRANT',
    'MOBILE_TAKEN',
  ],
})

/**
 * The answer to `WORK_NEEDED` (`model/work.ts`), whose detail is `{ challenge, bits }`: good once, for this
 * account.
 */
const WorkDone = z.strictObject({
  challenge: z.string().check(z.maxLength(128)),
  nonce: z.int().check(z.minimum(0)),
})

export const login = route({
  name: 'login',
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  input: z.strictObject({
    account: z.string().check(z.maxLength(64)),
    password: Secret,
    deviceId: DeviceId,
    deviceKey: DeviceKey,
    work: z.optional(WorkDone),
    verificationCode: z.optional(VerificationCode),
  }),
  output: z.object({ token: z.string(), userId: Id }),
  rejections: [
    'DEVICE_KEY_INVALID',
    'ACCOUNT_REQUIRED',
    'PASSWORD_REQUIRED',
    'VERIFICATION_INVALID',
    'WORK_NEEDED',
    'LOGIN_LOCKED',
    'LOGIN_FAILED',
  ],
})

const Entered = z.object({ token: z.string(), userId: Id })

/**
 * Logging in with a passkey alone: what is asked, then its answer (signed content: `{ deviceKey }`, or `{}`
 * without one). The session is a full one.
 */
export const askLoginPasskey = route({
  name: 'askLoginPasskey',
  method: 'POST',
  path: '/auth/passkey/login/question',
  access: 'public',
  output: PasskeyChallenge,
})
export const loginByPasskey = route({
  name: 'loginByPasskey',
  method: 'POST',
  path: '/auth/passkey/login',
  access: 'public',
  input: z.strictObject({ proof: Proof, deviceId: DeviceId, deviceKey: DeviceKey }),
  output: Entered,
  rejections: ['DEVICE_KEY_INVALID', 'PASSKEY_UNKNOWN'],
})
/**
 * Makes the session of a password a full one by a passkey (signed content: `{ deviceKey }`, or `{}`), or one
 * that may trade by a code. The token and the key before end.
 */
export const stepUp = route({
  name: 'stepUp',
  method: 'POST',
  path: '/auth/step-up',
  access: 'member',
  input: z.strictObject({
    proof: z.optional(Proof),
    oneTimeCode: z.optional(OneTimeCode),
    /** To the member's phone, where the tries of those who know the password alone are used up. */
    verificationCode: z.optional(VerificationCode),
    deviceKey: DeviceKey,
  }),
  output: Entered,
  rejections: [
    'DEVICE_KEY_INVALID',
    'TOTP_OFF',
    'SMS_CODE_NEEDED',
    'VERIFICATION_INVALID',
    'CODE_LOCKED',
    'CODE_WRONG',
    'PROOF_NEEDED',
    'PROOF_INVALID',
  ],
})

/**
 * A code to the member's own phone, in this session: for changing a factor (`model/factor-change.ts`), or for
 * a step-up by the app's code.
 */
export const askFactorCode = route({
  name: 'askFactorCode',
  method: 'POST',
  path: '/auth/factor-code',
  access: 'member',
  input: z.strictObject({ for: z.optional(z.literal('step-up')) }),
  output: z.object({ expiresAt: Instant, mobile: z.string() }),
  rejections: CODE_REJECTIONS,
})

/**
 * The code to the member's phone; the login password too, where nothing protects the account yet and the
 * login is a while ago.
 */
const changeFields = {
  ...stepUpFields,
  password: z.optional(Secret),
  verificationCode: z.optional(VerificationCode),
}
const CHANGE_REJECTIONS = [
  'SMS_CODE_NEEDED',
  'VERIFICATION_INVALID',
  'PASSWORD_NEEDED',
  'LOGIN_LOCKED',
  'OLD_PASSWORD_WRONG',
  'PASSKEY_NEEDED',
  'PROOF_NEEDED',
  'PROOF_INVALID',
  'CODE_LOCKED',
  'CODE_WRONG',
] as const
const Name = z.string().check(z.maxLength(40))

/** The options for a device to make a passkey: `passkeys` are those that it must not make again. */
export const askNewPasskey = route({
  name: 'askNewPasskey',
  method: 'POST',
  path: '/auth/passkey/new/question',
  access: 'member',
  output: z.extend(PasskeyChallenge, { user: z.object({ id: z.string(), name: z.string() }) }),
})
/**
 * Signed content, where something protects the account already: `{ change: 'add-passkey' }`. `name` '': the
 * device's own.
 */
export const addPasskey = route({
  name: 'addPasskey',
  method: 'POST',
  path: '/auth/passkey/new',
  access: 'member',
  signed: 'by-device',
  input: z.strictObject({
    name: Name,
    created: z.strictObject({ id: SealedValue, attestation: Attestation }),
    deviceKey: DeviceKey,
    ...changeFields,
  }),
  output: Entered,
  rejections: ['DEVICE_KEY_INVALID', 'TOO_MANY_PASSKEYS', ...CHANGE_REJECTIONS],
})
/** Signed content: `{ change: 'remove-passkey', passkeyId }`. */
export const removePasskey = route({
  name: 'removePasskey',
  method: 'POST',
  path: '/auth/passkey/remove',
  access: 'member',
  signed: 'by-device',
  input: z.strictObject({ passkeyId: z.string().check(z.maxLength(1_400)), ...changeFields }),
  output: z.object({ status: z.literal('removed') }),
  rejections: ['PASSKEY_NOT_FOUND', ...CHANGE_REJECTIONS],
})

/**
 * A new secret for an authenticator app, as text and as the address that a square code holds. In use from the
 * first code on.
 */
export const beginTotp = route({
  name: 'beginTotp',
  method: 'POST',
  path: '/auth/totp/new',
  access: 'member',
  output: z.object({ secret: z.string(), uri: z.string() }),
  rejections: ['TOTP_ON'],
})
/** Signed content: `{ change: 'totp-on' }`. */
export const confirmTotp = route({
  name: 'confirmTotp',
  method: 'POST',
  path: '/auth/totp/confirm',
  access: 'member',
  signed: 'by-device',
  input: z.strictObject({ firstCode: OneTimeCode, deviceKey: DeviceKey, ...changeFields }),
  output: Entered,
  rejections: ['DEVICE_KEY_INVALID', ...CHANGE_REJECTIONS],
})
/** Signed content: `{ change: 'totp-off' }`. */
export const removeTotp = route({
  name: 'removeTotp',
  method: 'POST',
  path: '/auth/totp/remove',
  access: 'member',
  signed: 'by-device',
  input: z.strictObject(changeFields),
  output: z.object({ status: z.literal('removed') }),
  rejections: ['TOTP_OFF', ...CHANGE_REJECTIONS],
})

/**
 * Sessions of the member, last used first. `key`: whose word it is that the device's key is the member's;
 * null: it signs nothing.
 */
export const listSessions = route({
  name: 'listSessions',
  method: 'GET',
  path: '/auth/sessions',
  access: 'member',
  output: z.array(
    z.object({
      id: Id,
      device: z.string(),
      factor: z.enum(['password', 'passkey', 'totp']),
      startedAt: Instant,
      seenAt: Instant,
      current: z.boolean(),
      key: z.nullable(z.enum(['passkey', 'session'])),
    }),
  ),
})
export const endSession = route({
  name: 'endSession',
  method: 'POST',
  path: '/auth/sessions/end',
  access: 'member',
  input: z.strictObject({ sessionId: Id }),
  output: z.object({ status: z.literal('ended') }),
  rejections: ['SESSION_NOT_FOUND', 'STEP_UP_NEEDED'],
})
export const endOtherSessions = route({
  name: 'endOtherSessions',
  method: 'POST',
  path: '/auth/sessions/end-others',
  access: 'member',
  output: z.object({ ended: z.int() }),
})

/** Changes the login password; all other sessions end. Signed content: `{ newPassword }`. */
export const changePassword = route({
  name: 'changePassword',
  method: 'POST',
  path: '/auth/password',
  access: 'member',
  signed: 'by-device',
  input: z.strictObject({
    oldPassword: Secret,
    newPassword: Secret,
    confirmPassword: Secret,
    ...stepUpFields,
  }),
  output: z.object({ status: z.literal('changed') }),
  rejections: [
    'OLD_PASSWORD_REQUIRED',
    'NEW_PASSWORD_REQUIRED',
    'PASSWORD_LENGTH',
    'PASSWORD_CHARACTERS',
    'PASSWORD_COMMON',
    'PASSWORDS_DIFFER',
    'LOGIN_LOCKED',
    'OLD_PASSWORD_WRONG',
    'SAME_AS_TRANSACTION_PASSWORD',
    ...STEP_UP_REJECTIONS,
  ],
})

/** Another mobile number: the code went to it by `smsCode`. Signed content: `{ mobile }`, as typed. */
export const changePhone = route({
  name: 'changePhone',
  method: 'POST',
  path: '/auth/phone',
  access: 'member',
  signed: 'by-device',
  input: z.strictObject({
    mobile: Mobile,
    verificationCode: z.string().check(z.maxLength(16)),
    ...stepUpFields,
  }),
  output: z.object({ mobile: z.string() }),
  rejections: ['MOBILE_FORMAT', 'VERIFICATION_INVALID', ...STEP_UP_REJECTIONS, 'MOBILE_TAKEN'],
})

/**
 * An e-mail address: a code is sent to it, and it counts once that has come back. Signed content: `{ email
 * }`, as typed.
 */
export const setEmail = route({
  name: 'setEmail',
  method: 'POST',
  path: '/auth/email',
  access: 'member',
  input: z.strictObject({ email: z.string().check(z.maxLength(254)), ...stepUpFields }),
  output: z.object({ expiresAt: Instant }),
  rejections: ['SENDING_MISSING', 'EMAIL_FORMAT', 'TOO_MANY_CODES', ...STEP_UP_REJECTIONS],
})
export const verifyEmail = route({
  name: 'verifyEmail',
  method: 'POST',
  path: '/auth/email/verify',
  access: 'member',
  input: z.strictObject({ verificationCode: z.string().check(z.maxLength(16)) }),
  output: z.object({ address: z.string() }),
  rejections: ['VERIFICATION_INVALID'],
})

/** Freezes the account: nothing may be opened, nothing may leave; all other sessions end. Any session may. */
export const freezeAccount = route({
  name: 'freezeAccount',
  method: 'POST',
  path: '/auth/freeze',
  access: 'member',
  output: z.object({ frozen: z.boolean() }),
})
/** Opens it again. Signed content: `{}`. */
export const unfreezeAccount = route({
  name: 'unfreezeAccount',
  method: 'POST',
  path: '/auth/unfreeze',
  access: 'member',
  input: z.strictObject(stepUpFields),
  output: z.object({ frozen: z.boolean() }),
  rejections: [...STEP_UP_REJECTIONS, 'FROZEN_BY_FIRM'],
})

const Recovered = z.enum(['password', 'passkey', 'phone', 'transaction-password'])
/**
 * Begins a recovery: a code goes to the member's phone, or to `newMobile` when the phone is what was lost.
 * The answer is the same for numbers that nobody has.
 */
export const askRecovery = route({
  name: 'askRecovery',
  method: 'POST',
  path: '/auth/recovery/code',
  access: 'public',
  input: z.strictObject({
    what: Recovered,
    mobile: Mobile,
    newMobile: z.optional(Mobile),
    deviceId: DeviceId,
  }),
  output: z.object({ expiresAt: Instant }),
  rejections: ['MOBILE_FORMAT', ...CODE_REJECTIONS],
})
/**
 * Recovers the login password (`newPassword`), the passkeys and authenticator app (they are removed), the
 * phone (`newMobile`), or the transaction password (it is removed). Asked: the code; name in kana and
 * document number of a verified member; the login password, unless that is what was lost. All sessions end,
 * for 72 h withdrawals stay closed and orders keep to the beginner's limits, the member is told on every
 * channel.
 */
export const recover = route({
  name: 'recover',
  method: 'POST',
  path: '/auth/recovery',
  access: 'public',
  input: z.strictObject({
    what: Recovered,
    mobile: Mobile,
    verificationCode: z.string().check(z.maxLength(16)),
    nameKana: z.string().check(z.maxLength(64)),
    documentNumber: z.string().check(z.maxLength(32)),
    password: z.optional(Secret),
    newPassword: z.optional(Secret),
    confirmPassword: z.optional(Secret),
    newMobile: z.optional(Mobile),
    deviceId: DeviceId,
  }),
  output: z.object({ status: z.literal('recovered'), withdrawalsClosedUntil: Instant }),
  rejections: [
    'MOBILE_FORMAT',
    'PASSWORD_REQUIRED',
    'PASSWORD_LENGTH',
    'PASSWORD_CHARACTERS',
    'PASSWORD_COMMON',
    'PASSWORDS_DIFFER',
    'RECOVERY_LOCKED',
    'RECOVERY_FAILED',
    'SAME_AS_TRANSACTION_PASSWORD',
    'MOBILE_TAKEN',
  ],
})

export const logout = route({
  name: 'logout',
  method: 'POST',
  path: '/auth/logout',
  access: 'member',
  output: z.object({ status: z.literal('ended') }),
})

/**
 * Opens the trading unlock of this session, by the transaction password or by a passkey (signed content:
 * `{}`), which also ends a lock of the transaction password. In the demo setting login has opened it already;
 * outside of it the session of a password alone cannot.
 */
export const unlock = route({
  name: 'unlock',
  method: 'POST',
  path: '/auth/unlock',
  access: 'member',
  input: z.strictObject({ transactionPassword: z.optional(Secret), proof: z.optional(Proof) }),
  output: z.object({ status: z.literal('unlocked'), until: Instant }),
  rejections: [
    'PROOF_INVALID',
    'STEP_UP_NEEDED',
    'TRANSACTION_PASSWORD_UNSET',
    'TRANSACTION_PASSWORD_REQUIRED',
    'TRANSACTION_PASSWORD_LOCKED',
    'TRANSACTION_PASSWORD_WRONG',
  ],
})

/**
 * Sets or changes the transaction password, with a code to the member's phone; no old one is asked while none
 * exists. Forgotten: a passkey instead, signed content `{ newPassword }`.
 */
export const setTransactionPassword = route({
  name: 'setTransactionPassword',
  method: 'POST',
  path: '/auth/transaction-password',
  access: 'member',
  signed: 'by-device',
  input: z.strictObject({
    oldPassword: z.optional(Secret),
    newPassword: Secret,
    confirmPassword: Secret,
    proof: z.optional(Proof),
    verificationCode: z.optional(VerificationCode),
  }),
  output: z.object({ status: z.literal('changed') }),
  rejections: [
    'PASSWORD_LENGTH',
    'PASSWORD_CHARACTERS',
    'PASSWORD_COMMON',
    'PASSWORDS_DIFFER',
    'SMS_CODE_NEEDED',
    'VERIFICATION_INVALID',
    'TRANSACTION_PASSWORD_LOCKED',
    'OLD_PASSWORD_WRONG',
    'PASSKEY_NEEDED',
    'PROOF_NEEDED',
    'PROOF_INVALID',
    'SAME_AS_LOGIN_PASSWORD',
  ],
})

export const UserInfo = z.object({
  user_id: Id,
  /** Middle digits hidden: 090-****-5678. */
  mobile: z.string(),
  level: z.enum(LEVELS),
  /** Highest leverage of the level, and the level's other limits in yen and counts. */
  maxLeverage: z.number(),
  maxOrderValue: YenFigure,
  maxOpenLots: z.int(),
  /**
   * Time until which these are a beginner's, after a change of what protects the account; null: they are the
   * level's.
   */
  limitedUntil: z.nullable(Instant),
  /** A freeze, by the member or by the firm; `until`: of the firm's, which ends by itself. null: none. */
  frozen: z.nullable(z.object({ by: z.enum(['member', 'firm']), until: z.nullable(Instant) })),
  verified: z.boolean(),
  registeredAt: Instant,
  invitationCode: z.nullable(z.string()),
  hasTransactionPassword: z.boolean(),
  tradingUnlockedUntil: z.nullable(Instant),
  /** Skipped for good, on whatever device. */
  tourSkipped: z.boolean(),
  simulated: z.boolean(),
})
export type UserInfo = z.output<typeof UserInfo>

const OwnId = z.strictObject({ user_id: Id })
export const getUserInfo = route({
  name: 'getUserInfo',
  method: 'GET',
  path: '/index/getUserInfo',
  access: 'member',
  query: OwnId,
  output: UserInfo,
})

/** The tour is not offered to the member any more; asked again, it stays so. */
export const skipTour = route({
  name: 'skipTour',
  method: 'POST',
  path: '/index/skipTour',
  access: 'member',
  keyed: true,
  output: z.object({ tourSkipped: z.literal(true) }),
})

export const socketTicket = route({
  name: 'socketTicket',
  method: 'POST',
  path: '/socket-ticket',
  access: 'member',
  output: z.object({ ticket: z.string(), expiresAt: Instant }),
})

/** Demo: what would have gone to this phone, or to this address. `code`: what is to be typed in from it. */
export const devInbox = route({
  name: 'devInbox',
  method: 'GET',
  path: '/dev/inbox',
  access: 'public',
  demoOnly: true,
  query: z.strictObject({
    mobile: z.optional(Mobile),
    email: z.optional(z.string().check(z.maxLength(254))),
  }),
  output: z.array(
    z.object({
      at: Instant,
      kind: z.enum(['sms', 'mail']),
      title: z.string(),
      code: z.nullable(z.string()),
      text: z.string(),
    }),
  ),
  rejections: ['MOBILE_FORMAT', 'EMAIL_FORMAT'],
})
