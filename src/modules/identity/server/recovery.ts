import type { MemberId } from '#kernel/id.ts'
import { no, type Refusal } from '#kernel/result.ts'
import { iso } from '#kernel/time.ts'
import type { Limits } from '#platform/limits.ts'
import type { Sql } from '#platform/database/row-list.ts'
import type { AppContext, Request } from '#modules/module.ts'
import type * as contract from '../contract.ts'
import type { FactorChange } from '../model/factor-change.ts'
import { isVerified } from '../model/levels.ts'
import { normalizeMobile } from '../model/mobile.ts'
import { removeAuthenticator } from './authenticator.ts'
import { openCredentials } from './credentials.ts'
import type { SessionIssuer } from './issue-session.ts'
import type { FactorChanges } from './factor-changes.ts'
import { passwordGate } from './failures.ts'
import { guesserOf, type Guesser } from './guessers.ts'
import { minutesOf } from './minutes.ts'
import { newPasswordRefusal } from './passwords.ts'
import type { Passkeys } from './passkeys.ts'
import { memberOf, type IdentityCheck } from './public.ts'
import { isTaken, replacePhone } from './contact-details.ts'
import type { Secrets } from './secrets.ts'
import type { SmsSender } from './sms-sender.ts'
import { askerOf, type CodeOf, type PhoneCodes } from './sms.ts'

type Deps = {
  context: AppContext
  limits: Limits
  secrets: Secrets
  codes: PhoneCodes
  sender: SmsSender
  sessionIssuer: SessionIssuer
  changes: FactorChanges
  passkeys: Pick<Passkeys, 'remove'>
  takeGuesser: (guesser: Guesser) => Promise<void>
  /** The comparison with a verified identity; null where no module keeps any. */
  identityCheck: () => IdentityCheck | null
}
type Input = Request<typeof contract.recover>['input']
const CHANGE_OF = {
  password: 'passwordRecovered',
  passkey: 'passkeyRecovered',
  phone: 'phoneRecovered',
  'transaction-password': 'transactionPasswordRecovered',
} as const satisfies Record<Input['what'], FactorChange>
type Account = { memberId: MemberId; passwordHash: string; transactionHash: string | null; mobile: string }

/**
 * The way back in after a loss (product decision 2): the code of an SMS, the identity of a verified member,
 * and the login password unless that is what was lost; then 72 h without withdrawals and with a beginner's
 * limits, and a notice on every channel. What exactly was wrong is not said: neither numbers nor names can be
 * tried out here. Members who are not verified have no identity to compare, and no money that could leave.
 */
export function recovery(deps: Deps) {
  const { context, limits, secrets, codes, sender, sessionIssuer, changes, passkeys, takeGuesser } = deps
  const { log } = context
  const gate = passwordGate(context, 'recovery', limits.login.perGuesser)
  const { byMobile: accountOf, parts } = openCredentials(context)

  async function ask(
    request: Request<typeof contract.askRecovery>,
  ): Promise<Refusal | { expiresAt: string }> {
    const {
      input: { what, mobile: typed, newMobile, deviceId },
      address,
      lang,
    } = request
    const mobile = normalizeMobile(typed)
    const target = what === 'phone' ? normalizeMobile(newMobile ?? '') : mobile
    if (mobile === null || target === null) return no('MOBILE_FORMAT')
    const account = await accountOf(mobile)
    const guesser = await guesserOf(context, account?.memberId, deviceId, address)
    const refusal = await sender.take({
      mobile: target,
      address,
      ownBudget: guesser.isKnown ? guesser.name : null,
    })
    if (refusal !== null) return refusal
    const isSent = what === 'phone' || account !== undefined
    // Not waited for: how long a gateway takes would tell who is a member.
    if (isSent)
      codes
        .send({ mobile: target, purpose: 'recovery', asker: askerOf(request) }, lang)
        .catch((err: unknown) => log.error({ err }, 'a code for a recovery could not be sent'))
    return { expiresAt: iso(Math.floor(context.clock.wall()) + limits.smsCode.lifeMs) }
  }

  /** Everything that was asked for, all of it looked at. */
  async function isMember(account: Account | undefined, input: Input, of: CodeOf): Promise<boolean> {
    const hasCode = await codes.isRight(of, input.verificationCode)
    const hasPassword =
      input.what === 'password' ||
      (await secrets.matches(account?.passwordHash ?? null, input.password ?? ''))
    // All of it is looked at, so that the time tells nothing of what was right.
    const isSame = await isPerson(account?.memberId ?? '', input)
    return account !== undefined && hasCode && hasPassword && isSame
  }

  /**
   * The papers of a verified member. One who is not has none: outside the demo setting whoever knows the
   * password could else move the codes to a phone of their own.
   */
  async function isPerson(memberId: MemberId, { what, nameKana, documentNumber }: Input): Promise<boolean> {
    const level = memberOf(context.engine.read, memberId)?.level ?? 'experience'
    const check = deps.identityCheck()
    const isSame = check !== null && (await check(memberId, { nameKana, documentNumber }))
    return isVerified(level) ? isSame : what !== 'phone' || context.config.demo
  }

  function formRefusal({ what, password, newPassword = '', confirmPassword = '' }: Input): Refusal | null {
    if (what === 'password') return newPasswordRefusal(newPassword, confirmPassword)
    return password === undefined || password === '' ? no('PASSWORD_REQUIRED') : null
  }

  /** The refusal by the rules, once it is sure who asks. */
  async function lateRefusal(
    account: Account,
    { what, newPassword = '' }: Input,
    target: string,
  ): Promise<Refusal | null> {
    if (
      what === 'password' &&
      account.transactionHash !== null &&
      (await secrets.matches(account.transactionHash, newPassword))
    )
      return no('SAME_AS_TRANSACTION_PASSWORD')
    return what === 'phone' && (await isTaken(context, target)) ? no('MOBILE_TAKEN') : null
  }

  async function carryOut(
    trx: Sql,
    { memberId }: Account,
    what: Input['what'],
    passwordHash: string,
    target: string,
  ): Promise<boolean> {
    const set =
      what === 'password'
        ? parts.password(memberId, passwordHash)
        : what === 'transaction-password'
          ? parts.transaction(memberId, null)
          : null
    if (set !== null) await trx.updateTable('credentials').set(set).where('memberId', '=', memberId).execute()
    if (what === 'phone') return replacePhone(context, trx, memberId, target)
    if (what === 'passkey') {
      await passkeys.remove(trx, memberId, null)
      await removeAuthenticator(context, trx, memberId)
    }
    return true
  }

  async function recover(
    request: Request<typeof contract.recover>,
  ): Promise<Refusal | { status: 'recovered'; withdrawalsClosedUntil: string }> {
    const { input, address } = request
    const mobile = normalizeMobile(input.mobile)
    const target = input.what === 'phone' ? normalizeMobile(input.newMobile ?? '') : mobile
    if (mobile === null || target === null) return no('MOBILE_FORMAT')
    const refusal = formRefusal(input)
    if (refusal !== null) return refusal
    const account = await accountOf(mobile)
    const of: CodeOf = { mobile: target, purpose: 'recovery', asker: askerOf(request) }
    const guesser = await guesserOf(context, account?.memberId, input.deviceId, address)
    await takeGuesser(guesser)
    const attempt = await gate.attempt(`${mobile} ${guesser.name}`, () => isMember(account, input, of))
    if (!attempt.right)
      return attempt.lockedMs > 0 ? no('RECOVERY_LOCKED', minutesOf(attempt.lockedMs)) : no('RECOVERY_FAILED')
    const late = await lateRefusal(account!, input, target)
    if (late !== null) return late
    if (!(await codes.use(of))) return no('RECOVERY_FAILED')

    const { memberId } = account!
    const change = CHANGE_OF[input.what]
    await sessionIssuer.ensureOpen(memberId)
    const until = (await changes.rest(change, memberId))!
    const passwordHash = input.what === 'password' ? await secrets.hash(input.newPassword ?? '') : ''
    const isChanged = await changes.make(
      change,
      { memberId, sessionId: '' },
      { what: input.what, until },
      (trx) => carryOut(trx, account!, input.what, passwordHash, target),
      account!.mobile,
    )
    if (!isChanged) return no('MOBILE_TAKEN')
    return { status: 'recovered', withdrawalsClosedUntil: iso(until) }
  }

  return { ask, recover }
}
