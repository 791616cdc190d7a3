import { timingSafeEqual } from 'node:crypto'
import type { Ms } from '#kernel/time.ts'
import type { House } from '#rooms/room.ts'
import type { Limits } from '#platform/limits.ts'
import { smsCodeFrom } from '../model/code.ts'
import type { Secrets } from './secrets.ts'

export type Sms = { at: Ms; mobile: string; code: string; expiresAt: Ms }
/** Where messages to phones go. A gateway is another adapter of this type. */
export type SmsGateway = { send(sms: Sms): Promise<void> }

const KEPT_PER_MOBILE = 20
const KEPT_MOBILES = 1_000

/** The demo's gateway: what would have been sent can be read in the developer inbox, and stands in the log. */
export function developerInbox(log: House['log']): SmsGateway & { read(mobile: string): Sms[] } {
  const messages = new Map<string, Sms[]>()
  return {
    async send(sms) {
      log.info({ smsTo: sms.mobile.slice(-4), smsCode: sms.code }, 'demo: a verification code that would have been sent')
      const kept = messages.get(sms.mobile) ?? []
      messages.delete(sms.mobile)
      messages.set(sms.mobile, [sms, ...kept].slice(0, KEPT_PER_MOBILE))
      if (messages.size > KEPT_MOBILES) messages.delete(messages.keys().next().value!)
    },
    read: (mobile) => messages.get(mobile) ?? [],
  }
}

/** Outside the demo setting, until a gateway is configured: refuses, so that nobody waits for a message that is not sent. */
export const noGateway: SmsGateway = {
  send: () => Promise.reject(Object.assign(new Error('no SMS gateway is configured'), { code: 'ECONNREFUSED' })),
}

export type SmsCodes = {
  send(mobile: string): Promise<Ms>
  /** Whether this is the code sent. Every try counts, and after some the code is void; a right one is used up by registering. */
  isRight(mobile: string, code: string): Promise<boolean>
}

/** Codes that prove that somebody holds a phone: kept hashed, for ten minutes, for a few tries. */
export function smsCodes(
  { db: { kysely }, clock, ids }: Pick<House, 'db' | 'clock' | 'ids'>, secrets: Secrets, gateway: SmsGateway, limits: Limits['smsCode'],
): SmsCodes {
  const hashOf = (mobile: string, code: string) => secrets.keyed(`sms ${mobile} ${code}`)
  return {
    async send(mobile) {
      const code = smsCodeFrom(ids.bytes(4))
      const at = Math.floor(clock.wall())
      const row = { codeHash: hashOf(mobile, code), expiresAt: at + limits.lifeMs, tries: 0 }
      await kysely.insertInto('smsCodes').values({ mobile, ...row }).onConflict((on) => on.column('mobile').doUpdateSet(row)).execute()
      await gateway.send({ at, mobile, code, expiresAt: row.expiresAt })
      return row.expiresAt
    },
    async isRight(mobile, code) {
      // Counted first and in one statement: many guesses at once are still counted one by one.
      const row = await kysely.updateTable('smsCodes').set((row) => ({ tries: row('tries', '+', 1) }))
        .where('mobile', '=', mobile).where('expiresAt', '>', Math.floor(clock.wall())).where('tries', '<', limits.tries)
        .returning('codeHash').executeTakeFirst()
      return row !== undefined && timingSafeEqual(row.codeHash, hashOf(mobile, code))
    },
  }
}
