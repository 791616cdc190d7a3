import { timingSafeEqual } from 'node:crypto'
import type { Ms } from '#kernel/time.ts'
import type { House } from '#rooms/room.ts'
import type { Limits } from '#platform/limits.ts'
import { smsCodeFrom } from '../model/code.ts'
import { notConfigured, postToGateway } from './gateway.ts'
import type { Secrets } from './secrets.ts'

/** A message to a phone; `code`: what is to be typed in from it, for the developer inbox. */
export type Sms = { at: Ms; mobile: string; text: string; code: string | null }
/** Where messages to phones go. */
export type SmsGateway = { send(sms: Sms): Promise<void> }

const KEPT_PER_MOBILE = 20
const KEPT_MOBILES = 1_000

/** The demo's gateway: what would have been sent can be read in the developer inbox, and codes stand in the log. */
export function smsInInbox(log: House['log']): SmsGateway & { read(mobile: string): Sms[] } {
  const messages = new Map<string, Sms[]>()
  return {
    async send(sms) {
      if (sms.code !== null) log.info({ smsTo: sms.mobile.slice(-4), smsCode: sms.code }, 'demo: a verification code that would have been sent')
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
  send: ({ mobile, text }) => postToGateway(url, token, { to: mobile, text }),
})

/** Outside the demo setting, until one is configured. */
export const noSms: SmsGateway = { send: () => notConfigured('SMS') }

export type SmsCodes = {
  /** Sends a new code, which makes an older one void. Answers until when it is good. */
  send(mobile: string, lang: string): Promise<Ms>
  /** Whether this is the code sent. Every try counts, and after some the code is void. */
  isRight(mobile: string, code: string): Promise<boolean>
  /** Uses the code up. False: somebody else has, in between. */
  use(mobile: string): Promise<boolean>
}

/** Codes that prove that somebody holds a phone: kept hashed, for ten minutes, for a few tries. */
export function smsCodes({ db: { kysely }, clock, ids, text }: House, secrets: Secrets, gateway: SmsGateway, limits: Limits['smsCode']): SmsCodes {
  const hashOf = (mobile: string, code: string) => secrets.keyed(`sms ${mobile} ${code}`)
  return {
    async send(mobile, lang) {
      const code = smsCodeFrom(ids.bytes(4))
      const at = Math.floor(clock.wall())
      const row = { codeHash: hashOf(mobile, code), expiresAt: at + limits.lifeMs, tries: 0 }
      await kysely.insertInto('smsCodes').values({ mobile, ...row }).onConflict((on) => on.column('mobile').doUpdateSet(row)).execute()
      await gateway.send({ at, mobile, text: text(lang, 'identity.sms', { code }), code })
      return row.expiresAt
    },
    async isRight(mobile, code) {
      // Counted first and in one statement: many guesses at once are still counted one by one.
      const row = await kysely.updateTable('smsCodes').set((row) => ({ tries: row('tries', '+', 1) }))
        .where('mobile', '=', mobile).where('expiresAt', '>', Math.floor(clock.wall())).where('tries', '<', limits.tries)
        .returning('codeHash').executeTakeFirst()
      return row !== undefined && timingSafeEqual(row.codeHash, hashOf(mobile, code))
    },
    use: async (mobile) => (await kysely.deleteFrom('smsCodes').where('mobile', '=', mobile).returning('mobile').executeTakeFirst()) !== undefined,
  }
}
