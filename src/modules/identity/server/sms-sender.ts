import { no, type Refusal } from '#kernel/result.ts'
import { SECOND } from '#kernel/time.ts'
import { sharedTries } from '#platform/database/shared-tries.ts'
import { isLoopback, type Limits } from '#platform/limits.ts'
import type { AppContext } from '#modules/module.ts'
import { isInCountry } from '../model/mobile.ts'
import { minutesOf } from './minutes.ts'

/**
 * `ownBudget`: of a member who is logged in, or of a device on which the member has been in; null: a guest.
 * `isOwn`: it is the number of the member who asks, which was taken once.
 */
type Asked = { mobile: string; address: string; ownBudget: string | null; isOwn?: true }

export type SmsSender = {
  /**
   * Null: one more code may be sent to this number. The answer is the same for a member's number and for
   * nobody's.
   */
  take(
    asked: Asked,
  ): Promise<Refusal<'SENDING_MISSING' | 'SMS_COUNTRY' | 'TOO_MANY_CODES' | 'TOO_MANY_SMS'> | null>
}

/**
 * The limits on the cost of codes, for the server and for each who asks. Members and guests have budgets of
 * their own, so that strangers who use up theirs keep no member from a code. In the demo setting limits per
 * address leave this machine out, and without a gateway nothing is spent.
 */
export function smsSender({ clock, config, db }: AppContext, { smsCode }: Limits): SmsSender {
  const [perAsker, perMobile, perMember] = [
    sharedTries(db, 'codes to a number for an address', smsCode.perMobile),
    sharedTries(db, 'codes to a number', smsCode.toMobile),
    sharedTries(db, 'codes of a member', smsCode.perMember),
  ]
  const perAddress = sharedTries(db, 'codes for an address', smsCode.perAddress)
  const ofServer = {
    guests: sharedTries(db, 'codes of guests', smsCode.ofServer),
    members: sharedTries(db, 'codes of members', smsCode.ofServer),
  }
  const isCounted = (address: string) => !(config.demo && isLoopback(address))
  return {
    async take({ mobile, address, ownBudget, isOwn }) {
      const now = clock.machine()
      const wait = (seconds: number, why: 'TOO_MANY_CODES' | 'TOO_MANY_SMS') =>
        seconds > 0 ? no(why, minutesOf(seconds * SECOND)) : null
      if (config.sms === null && !config.demo) return no('SENDING_MISSING')
      if (isOwn !== true && !isInCountry(mobile, config.smsCountries))
        return no('SMS_COUNTRY', { countries: config.smsCountries.join(', ') })
      const tooMany =
        ownBudget !== null
          ? await perMember.take(ownBudget, now)
          : (await perAsker.take(`${mobile} ${address}`, now)) ||
            (isCounted(address)
              ? (await perAddress.take(address, now)) || (await perMobile.take(mobile, now))
              : 0)
      return (
        wait(tooMany, 'TOO_MANY_CODES') ??
        (config.sms === null
          ? null
          : wait(
              await ofServer[ownBudget === null ? 'guests' : 'members'].take('server', now),
              'TOO_MANY_SMS',
            ))
      )
    },
  }
}
