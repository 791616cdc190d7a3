import { createHash, timingSafeEqual } from 'node:crypto'
import type { Ms } from '#kernel/time.ts'
import type { Caller, AppContext } from '#modules/module.ts'
import { onWall } from '#platform/clock.ts'
import type { Limits } from '#platform/limits.ts'
import { smsCodeFrom } from '../model/code.ts'
import { notConfigured, postToGateway } from './gateway.ts'
import type { Secrets } from './secrets.ts'

/**
 * A message to a phone; `code`: what is to be typed in from it, for the developer inbox. `key`: by which the
 * service knows it again when it comes twice.
 */
export type Sms = { key: string; at: Ms; mobile: string; text: string; code: string | null }
/** The service that sends SMS. */
export type SmsGateway = { send(sms: Sms): Promise<void> }

const KEPT_PER_MOBILE = 20
const KEPT_MOBILES = 1_000

/**
 * The demo's gateway: what would have been sent can be read in the developer inbox, and codes stand in the
 * log.
 */
export function smsInInbox(log: AppContext['log']): SmsGateway & { read(mobile: string): Sms[] } {
  const messages = new Map<string, Sms[]>()
  return {
    async send(sms) {
      if (sms.code !== null)
        log.info(
          { smsTo: sms.mobile.slice(-4), smsCode: sms.code },
          'demo: a verification code that would have been sent',
        )
      const kept = messages.get(sms.mobile) ?? []
      messages.delete(sms.mobile)
      messages.set(sms.mobile, [sms, ...kept].slice(0, KEPT_PER_MOBILE))
      if (messages.size > KEPT_MOBILES) messages.delete(messages.keys().next().value!)
    },
    read: (mobile) => messages.get(mobile) ?? [],
  }
}

/** An SMS service that takes `POST {to, text}` as JSON, the number in E.164. */
export const smsOverHttp = (url: string, token: string | null): SmsGateway => ({
  send: ({ key, mobile, text }) => postToGateway(url, token, key, { to: mobile, text }),
})

/** The same gateway, with the messages counted that it did not take since the start. */
export function countErrors(gateway: SmsGateway): SmsGateway & { errors: () => number } {
  let errors = 0
  return {
    async send(sms) {
      try {
        await gateway.send(sms)
      } catch (error) {
        errors += 1
        throw error
      }
    },
    errors: () => errors,
  }
}

/** Outside the demo setting, until one is configured. */
export const noSms: SmsGateway = { send: () => notConfigured('SMS') }

/**
 * The owner of a code, and what it is for. It is good for nothing else, and nobody who asks or guesses
 * elsewhere makes it void.
 */
export type CodeOf = { mobile: string; purpose: 'number' | 'login' | 'recovery' | 'factor'; asker: string }

export type PhoneCodes = {
  /** Sends a new code, which makes this asker's older one void. Answers until when it is good. */
  send(of: CodeOf, lang: string): Promise<Ms>
  /** True if this is the code sent. Every try counts, and after some the code is void. */
  isRight(of: CodeOf, code: string): Promise<boolean>
  /** Uses the code up. False: somebody else has, in between. */
  use(of: CodeOf): Promise<boolean>
}

const TEXT_OF = {
  number: 'identity.sms',
  login: 'identity.smsLogin',
  recovery: 'identity.smsRecovery',
  factor: 'identity.smsFactor',
} as const
/**
 * Kinds under which codes are kept: an asker has one code to log in or to prove a number at a time, told
 * apart by its hash.
 */
const KEPT_AS = { number: 'number', login: 'number', recovery: 'recovery', factor: 'factor' } as const
/** A device's own name that nobody guesses: 128 random bits or more, as the app makes it. */
const STRONG = /^[\w-]{22,64}$/
export const isStrongDeviceId = (deviceId: string | undefined): deviceId is string =>
  deviceId !== undefined && STRONG.test(deviceId)

/**
 * The one who asks for a code: the session, else the device by its own name, else whoever shares the address.
 */
export const askerOf = ({
  caller,
  address,
  input,
}: {
  caller: Caller | null
  address: string
  input: { deviceId?: string | undefined }
}): string =>
  caller !== null
    ? `session:${caller.sessionId}`
    : isStrongDeviceId(input.deviceId)
      ? `device:${input.deviceId}`
      : `address:${address}`

/** Codes that prove that somebody holds a phone: kept hashed, for ten minutes, for a few tries. */
export function phoneCodes(
  { db: { kysely }, clock, ids, text }: AppContext,
  secrets: Secrets,
  gateway: SmsGateway,
  limits: Limits['smsCode'],
): PhoneCodes {
  /** With its end: who edits the row makes no code live longer. */
  const hashOf = ({ mobile, purpose, asker }: CodeOf, code: string, expiresAt: Ms) =>
    secrets.keyed(`sms ${mobile} ${purpose} ${asker} ${code} ${expiresAt}`)
  const keyOf = ({ mobile, purpose, asker }: CodeOf) => ({
    mobile,
    purpose: KEPT_AS[purpose],
    asker: createHash('sha256').update(asker).digest(),
  })
  // Machine time: whoever reads a code has as long for it while the demo clock goes ahead.
  const now = () => Math.floor(clock.machine())
  return {
    async send(of, lang) {
      const code = smsCodeFrom(ids.bytes(4))
      const at = now()
      const expiresAt = at + limits.lifeMs
      const row = { codeHash: hashOf(of, code, expiresAt), expiresAt, tries: 0 }
      await kysely.deleteFrom('phoneCodes').where('expiresAt', '<=', at).execute()
      await kysely
        .insertInto('phoneCodes')
        .values({ ...keyOf(of), ...row })
        .onConflict((on) => on.columns(['mobile', 'purpose', 'asker']).doUpdateSet(row))
        .execute()
      await gateway.send({
        key: ids.uuid(),
        at: Math.floor(clock.wall()),
        mobile: of.mobile,
        text: text(lang, TEXT_OF[of.purpose], { code }),
        code,
      })
      return onWall(clock, row.expiresAt)
    },
    async isRight(of, code) {
      const { mobile, purpose, asker } = keyOf(of)
      // Counted first and in one statement: many guesses at once are still counted one by one.
      const row = await kysely
        .updateTable('phoneCodes')
        .set((row) => ({ tries: row('tries', '+', 1) }))
        .where('mobile', '=', mobile)
        .where('purpose', '=', purpose)
        .where('asker', '=', asker)
        .where('expiresAt', '>', now())
        .where('tries', '<', limits.tries)
        .returning(['codeHash', 'expiresAt'])
        .executeTakeFirst()
      return row !== undefined && timingSafeEqual(row.codeHash, hashOf(of, code, row.expiresAt))
    },
    async use(of) {
      const { mobile, purpose, asker } = keyOf(of)
      return (
        (await kysely
          .deleteFrom('phoneCodes')
          .where('mobile', '=', mobile)
          .where('purpose', '=', purpose)
          .where('asker', '=', asker)
          .returning('mobile')
          .executeTakeFirst()) !== undefined
      )
    },
  }
}
