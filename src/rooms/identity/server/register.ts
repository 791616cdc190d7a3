import { no, type Refusal } from '#kernel/result.ts'
import { SECOND } from '#kernel/time.ts'
import { isLoopback, windowLimiter, type Limits } from '#platform/limits.ts'
import { TooMany, type House, type Request } from '#rooms/room.ts'
import type * as contract from '../contract.ts'
import { readInvitation } from '../model/code.ts'
import { normalizeMobile } from '../model/mobile.ts'
import { deviceKeyOf } from './device-keys.ts'
import type { Entrance } from './entrance.ts'
import { minutesOf } from './minutes.ts'
import { newPasswordRefusal } from './passwords.ts'
import type { Secrets } from './secrets.ts'
import type { SmsCodes } from './sms.ts'

export type CodeSender = {
  /** Null: one more code may be sent to this number from this address. */
  take(mobile: string, address: string): Refusal<'TOO_MANY_CODES'> | null
}

/** How many codes go to a number and are asked for at an address. In the demo setting limits per address leave this machine out. */
export function codeSender({ clock, config }: House, limits: Limits): CodeSender {
  const perMobile = windowLimiter(limits.smsCode.perMobile)
  const perAddress = windowLimiter(limits.smsCode.perAddress)
  return {
    take(mobile, address) {
      const now = clock.machine()
      const wait = perMobile.take(mobile, now) || (config.demo && isLoopback(address) ? 0 : perAddress.take(address, now))
      return wait > 0 ? no('TOO_MANY_CODES', minutesOf(wait * SECOND)) : null
    },
  }
}

type Given = { house: House; limits: Limits; secrets: Secrets; codes: SmsCodes; sender: CodeSender; entrance: Entrance }

/** Everything up to and including the first session of a member. */
export function registration({ house, limits, secrets, codes, sender, entrance }: Given) {
  const { db: { kysely }, clock, config, ids } = house
  const perAddress = windowLimiter(limits.registration.perAddress)
  const invitationTries = windowLimiter(limits.registration.invitationTriesPerAddress)
  const counted = (address: string) => !(config.demo && isLoopback(address))

  async function sendCode({ input, address, lang }: Request<typeof contract.smsCode>): Promise<Refusal | { expiresAt: string }> {
    const mobile = normalizeMobile(input.mobile)
    if (mobile === null) return no('MOBILE_FORMAT')
    return sender.take(mobile, address) ?? { expiresAt: new Date(await codes.send(mobile, lang)).toISOString() }
  }

  async function register({ input, address, userAgent, lang }: Request<typeof contract.register>): Promise<Refusal | { token: string; userId: string }> {
    const mobile = normalizeMobile(input.mobile)
    if (mobile === null) return no('MOBILE_FORMAT')
    const refusal = newPasswordRefusal(input.password, input.confirmPassword)
    if (refusal !== null) return refusal
    const invitation = readInvitation(input.invitationCode)
    if (invitation === '') return no('INVITATION_REQUIRED')
    if (counted(address)) {
      if (invitationTries.take(address, clock.machine()) > 0) throw new TooMany(60)
      const wait = perAddress.take(address, clock.machine())
      if (wait > 0) return no('TOO_MANY_REGISTRATIONS', minutesOf(wait * SECOND))
    }
    if (!(await invites(invitation))) return no('INVITATION_INVALID')
    if (!(await codes.isRight(mobile, input.verificationCode))) return no('VERIFICATION_INVALID')
    const passwordHash = await secrets.hash(input.password)
    const memberId = ids.uuid()
    const outcome = await enrol(memberId, mobile, passwordHash, invitation, lang)
    return outcome === 'ok' ? entrance.enter(memberId, 'password', { userAgent, lang, deviceId: input.deviceId, key: deviceKeyOf(input.deviceKey, 'login') }) : no(outcome)
  }

  const now = () => Math.floor(clock.wall())
  const invites = async (code: string): Promise<boolean> => {
    const found = await kysely.selectFrom('invitationCodes').select(['usesLeft', 'beginsAt', 'expiresAt']).where('code', '=', code).executeTakeFirst()
    return found !== undefined && (found.usesLeft ?? 1) > 0 && (found.beginsAt ?? 0) <= now() && (found.expiresAt ?? Infinity) > now()
  }

  /** The phone's code, the invitation and the new member in one transaction: each is used once, whoever else is at it. */
  const enrol = (memberId: string, mobile: string, passwordHash: string, invitedBy: string, lang: string) =>
    kysely.transaction().execute(async (trx) => {
      const member = await trx.insertInto('credentials')
        .values({ memberId, mobile, passwordHash, transactionHash: null, level: 'experience', invitedBy, registeredAt: now(), lang })
        .onConflict((on) => on.column('mobile').doNothing()).returning('memberId').executeTakeFirst()
      if (member === undefined) return 'MOBILE_TAKEN' as const
      const used = await trx.updateTable('invitationCodes').set((row) => ({ usesLeft: row('usesLeft', '-', 1) }))
        .where('code', '=', invitedBy).where((row) => row.or([row('usesLeft', 'is', null), row('usesLeft', '>', 0)])).returning('code').executeTakeFirst()
      if (used === undefined) {
        await trx.deleteFrom('credentials').where('memberId', '=', memberId).execute()
        return 'INVITATION_INVALID' as const
      }
      await trx.deleteFrom('smsCodes').where('mobile', '=', mobile).execute()
      return 'ok' as const
    })

  return { sendCode, register }
}
