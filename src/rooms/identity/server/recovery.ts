import { no, type Refusal } from '#kernel/result.ts'
import type { Limits } from '#platform/limits.ts'
import type { House, Request } from '#rooms/room.ts'
import type * as contract from '../contract.ts'
import { isVerified } from '../model/levels.ts'
import { normalizeMobile } from '../model/mobile.ts'
import type { Entrance } from './entrance.ts'
import { passwordGate } from './failures.ts'
import { minutesOf } from './minutes.ts'
import type { Notices } from './notices.ts'
import { newPasswordRefusal } from './passwords.ts'
import { recover as recoverCommand } from './protect-member.ts'
import { memberOf, type IdentityCheck } from './public.ts'
import { replacePhone } from './reach.ts'
import type { CodeSender } from './register.ts'
import type { Secrets } from './secrets.ts'
import type { Sessions } from './sessions.ts'
import type { SmsCodes } from './sms.ts'

type Given = {
  house: House; limits: Limits; secrets: Secrets; codes: SmsCodes; sender: CodeSender; entrance: Entrance; sessions: Sessions; notices: Notices
  takeAddress: (address: string) => void
  tellOldPhone: (mobile: string, lang: string) => Promise<void>
  /** How a verified identity is compared; null where no room keeps any. */
  identityCheck: () => IdentityCheck | null
}
type Input = Request<typeof contract.recover>['input']
type Account = { memberId: string; passwordHash: string; transactionHash: string | null; mobile: string }

/**
 * When something was lost (product decision 2): the code of an SMS, the identity of a verified member, and the login password unless
 * that is what was lost; then 72 h without withdrawals, and a notice on every channel. What exactly was wrong is not said: neither
 * numbers nor names can be tried out here. Members who are not verified have no identity to compare, and no money that could leave.
 */
export function recovery(given: Given) {
  const { house, limits, secrets, codes, sender, entrance, sessions, notices, takeAddress } = given
  const { db: { kysely }, log } = house
  const gate = passwordGate('recovery', limits.login.perAccount, house.db, house.clock)
  const accountOf = (mobile: string): Promise<Account | undefined> =>
    kysely.selectFrom('credentials').select(['memberId', 'passwordHash', 'transactionHash', 'mobile']).where('mobile', '=', mobile).executeTakeFirst()

  async function ask({ input: { what, mobile: typed, newMobile }, address, lang }: Request<typeof contract.askRecovery>): Promise<Refusal | { expiresAt: string }> {
    const mobile = normalizeMobile(typed)
    const target = what === 'phone' ? normalizeMobile(newMobile ?? '') : mobile
    if (mobile === null || target === null) return no('MOBILE_FORMAT')
    const refusal = sender.take(target, address)
    if (refusal !== null) return refusal
    const isSent = what === 'phone' || (await accountOf(mobile)) !== undefined
    // Not waited for: how long a gateway takes would tell who is a member.
    if (isSent) codes.send(target, lang).catch((err: unknown) => log.error({ err }, 'a code for a recovery could not be sent'))
    return { expiresAt: new Date(Math.floor(house.clock.wall()) + limits.smsCode.lifeMs).toISOString() }
  }

  /** Everything that was asked for, all of it looked at. */
  async function isMember(account: Account | undefined, input: Input, target: string): Promise<boolean> {
    const hasCode = await codes.isRight(target, input.verificationCode)
    const hasPassword = input.what === 'password' || (await secrets.matches(account?.passwordHash ?? null, input.password ?? ''))
    if (account === undefined) return false
    const level = memberOf(house.engine.read, account.memberId)?.level ?? 'experience'
    const check = given.identityCheck()
    const isSame = !isVerified(level) || (check !== null && (await check(account.memberId, { nameKana: input.nameKana, documentNumber: input.documentNumber })))
    return hasCode && hasPassword && isSame
  }

  function formRefusal({ what, password, newPassword = '', confirmPassword = '' }: Input): Refusal | null {
    if (what === 'password') return newPasswordRefusal(newPassword, confirmPassword)
    return password === undefined || password === '' ? no('PASSWORD_REQUIRED') : null
  }

  /** What the rules say no to, once it is sure who asks. */
  async function lateRefusal(account: Account, { what, newPassword = '' }: Input, target: string): Promise<Refusal | null> {
    if (what === 'password' && account.transactionHash !== null && (await secrets.matches(account.transactionHash, newPassword))) return no('SAME_AS_TRANSACTION_PASSWORD')
    return what === 'phone' && (await accountOf(target)) !== undefined ? no('MOBILE_TAKEN') : null
  }

  async function carryOut({ memberId, mobile }: Account, { what, newPassword = '' }: Input, target: string, lang: string): Promise<void> {
    if (what === 'password') await kysely.updateTable('credentials').set({ passwordHash: await secrets.hash(newPassword) }).where('memberId', '=', memberId).execute()
    if (what === 'transaction-password') await kysely.updateTable('credentials').set({ transactionHash: null }).where('memberId', '=', memberId).execute()
    if (what === 'phone' && (await replacePhone(house, memberId, target)) !== null) await given.tellOldPhone(mobile, lang)
    if (what === 'passkey') {
      await kysely.deleteFrom('passkeys').where('memberId', '=', memberId).execute()
      await kysely.deleteFrom('authenticators').where('memberId', '=', memberId).execute()
    }
  }

  async function recover({ input, address, lang }: Request<typeof contract.recover>): Promise<Refusal | { status: 'recovered'; withdrawalsClosedUntil: string }> {
    const mobile = normalizeMobile(input.mobile)
    const target = input.what === 'phone' ? normalizeMobile(input.newMobile ?? '') : mobile
    if (mobile === null || target === null) return no('MOBILE_FORMAT')
    const refusal = formRefusal(input)
    if (refusal !== null) return refusal
    takeAddress(address)
    const account = await accountOf(mobile)
    const attempt = await gate.attempt(mobile, () => isMember(account, input, target))
    if (!attempt.right) return attempt.lockedMs > 0 ? no('RECOVERY_LOCKED', minutesOf(attempt.lockedMs)) : no('RECOVERY_FAILED')
    const late = await lateRefusal(account!, input, target)
    if (late !== null) return late
    if (!(await codes.use(target))) return no('RECOVERY_FAILED')

    const { memberId } = account!
    await entrance.ensureOpen(memberId)
    // Withdrawals close before anything is given back: a crash in between leaves the safe half.
    const { result } = await house.engine.submit(recoverCommand, { memberId }, { actor: 'system', memberId: null, device: '', key: '' })
    if (!result.ok) return result
    await carryOut(account!, input, target, lang)
    await sessions.endOthers(memberId, '')
    await notices.tell(memberId, 'recovered', { what: input.what, until: result.answer.until })
    return { status: 'recovered', withdrawalsClosedUntil: new Date(result.answer.until).toISOString() }
  }

  return { ask, recover }
}
