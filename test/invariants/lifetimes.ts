import { DAY, HOUR, MINUTE, SECOND, type Ms } from '#kernel/time.ts'
import { LIMITS } from '#platform/limits.ts'
import { keyProblem } from '#platform/engine/answers.ts'
import { checkSignature, OFF_BY_MOST, readDeviceKey } from '#platform/http/signature.ts'
import { uuidv7 } from '#kernel/id.ts'
import { LAPSES_AFTER_MS } from '#modules/funding/model/deposit.ts'
import { softKey } from '#modules/identity/server/device-key.fixture.ts'
import { softDevice, type SoftDevice } from '#modules/identity/server/passkey.fixture.ts'
import { REST_MS } from '#modules/identity/model/factor-change.ts'
import { isFrozen, tradingLevel } from '#modules/identity/server/public.ts'
import { APPROVAL_LIFE } from '#modules/staff/model/approval.ts'
import { demoOperatorId } from '#modules/staff/server/open-operator.ts'
import { operatorDevice } from '#server/desk.fixture.ts'
import { SIGNATURE_HEADER } from '#wire/signed.ts'
import type { House } from './house.ts'
import {
  accepted, CONSOLE, codeSentTo, expectGood, factorCode, invited, logsIn, newInvitation, newMember, newMobile, openPicture, PASSWORD, recoveryCode, recovers, registers, richMember, said, SESSION, signs, smsCodeTo, strangersWork,
  threeDaysBefore, TRANSACTION_PASSWORD, withApp, withPasskey, withPassword, WRONG,
} from './people.ts'

/** Something that is good, or that forbids something, for as long as it says and not a moment longer. */
export type Lifetime = {
  /** The declared durations that this asks, as `registry.ts` names them. */
  readonly of: readonly string[]
  /** How long; from when it was begun. */
  readonly lasts: Ms
  /** What its use says while it lasts ('good' where it is left out), and from its end on. */
  readonly during?: string
  readonly over: string
  /** Used so often meanwhile: what ends when nobody does anything goes on. */
  readonly usedEvery?: Ms
  /** It is good for one use: what a second one says. Left out: it may be used as often as one likes. */
  readonly once?: string
  /** Begins it now; answers how to use it. */
  readonly begin: (house: House) => Promise<Use>
}
/** Uses it, as who has it would; `rivals`: other uses of the same thing, by others or for something else, of which only one may come about. */
export type Use = (() => Promise<string>) & { rivals?: readonly (() => Promise<string>)[] }

const times = async (n: number, work: () => Promise<unknown>): Promise<void> => {
  for (let i = 0; i < n; i++) await work()
}

const consoleSession = async ({ house, call }: House) => {
  const operatorId = demoOperatorId('support', 1)
  const { code } = house.modules.staff.codes().find((each) => each.operatorId === operatorId)!
  const { token } = await expectGood(call('consoleLogin', { input: { operatorId, code } })) as { token: string }
  return async () => ((await house.modules.staff.operators.find(token, true)) === null ? 'NO_SESSION' : 'good')
}

const sessions: Readonly<Record<string, Lifetime>> = {
  'a session that nobody uses': {
    of: ['limits.session.idleMs'], lasts: SESSION.idleMs, over: 'NO_SESSION',
    begin: async (house) => {
      const { token } = await newMember(house)
      return async () => ((await house.house.modules.identity.find(token)) === null ? 'NO_SESSION' : 'good')
    },
  },
  'a session, however much it is used': {
    of: ['limits.session.absoluteMs'], lasts: SESSION.absoluteMs, over: 'NO_SESSION', usedEvery: 6 * DAY,
    begin: async (house) => {
      const { token } = await newMember(house)
      return async () => ((await house.house.modules.identity.find(token)) === null ? 'NO_SESSION' : 'good')
    },
  },
  'the trading unlock that nobody uses': {
    of: ['limits.session.unlockIdleMs'], lasts: SESSION.unlockIdleMs, over: 'LOCKED',
    begin: async (house) => {
      const { token } = await newMember(house)
      return async () => ((await house.house.modules.identity.find(token))!.tradingUnlocked ? 'good' : 'LOCKED')
    },
  },
  'the trading unlock, however much it is used': {
    of: ['limits.session.unlockAbsoluteMs'], lasts: SESSION.unlockAbsoluteMs, over: 'LOCKED', usedEvery: 29 * MINUTE,
    begin: async (house) => {
      const { token } = await newMember(house)
      return async () => ((await house.house.modules.identity.find(token))!.tradingUnlocked ? 'good' : 'LOCKED')
    },
  },
  'a login of just now, which may set up the first factor': {
    of: ['limits.session.freshMs'], lasts: SESSION.freshMs, over: 'PASSWORD_NEEDED',
    begin: async (house) => {
      const { caller } = await newMember(house)
      await expectGood(house.call('beginTotp', { as: caller }))
      return async () => {
        const answer = await said(house.call('confirmTotp', { as: caller, input: { firstCode: 'none' } }))
        return answer === 'CODE_WRONG' ? 'good' : answer
      }
    },
  },
  'a session of the console that nobody uses': { of: ['limits.console.idleMs'], lasts: CONSOLE.idleMs, over: 'NO_SESSION', begin: consoleSession },
  'a session of the console, however much it is used': { of: ['limits.console.absoluteMs'], lasts: CONSOLE.absoluteMs, over: 'NO_SESSION', usedEvery: 14 * MINUTE, begin: consoleSession },
  'a ticket for the socket': {
    of: ['limits.socket.ticketMs'], lasts: LIMITS.socket.ticketMs, over: 'NO_TICKET', once: 'NO_TICKET',
    begin: async (house) => {
      const { caller } = await newMember(house)
      const { ticket } = await expectGood(house.call('socketTicket', { as: caller })) as { ticket: string }
      return async () => (house.house.modules.identity.redeem(ticket) === null ? 'NO_TICKET' : 'good')
    },
  },
}

const codes: Readonly<Record<string, Lifetime>> = {
  'the code of a registration': {
    of: ['limits.smsCode.lifeMs'], lasts: LIMITS.smsCode.lifeMs, over: 'VERIFICATION_INVALID', once: 'VERIFICATION_INVALID',
    begin: async (house) => {
      const mobile = newMobile(house)
      const given = { mobile, invitationCode: await newInvitation(house), verificationCode: await smsCodeTo(house, mobile) }
      return () => said(registers(house, given))
    },
  },
  'the code of another phone': {
    of: ['limits.smsCode.lifeMs'], lasts: LIMITS.smsCode.lifeMs, over: 'VERIFICATION_INVALID', once: 'VERIFICATION_INVALID',
    begin: async (house) => {
      const { caller } = await withPassword(house)
      const mobile = newMobile(house)
      const input = { mobile, verificationCode: await smsCodeTo(house, mobile, caller), transactionPassword: TRANSACTION_PASSWORD }
      return () => said(house.call('changePhone', { as: caller, input }))
    },
  },
  'the code of a recovery': {
    of: ['limits.smsCode.lifeMs'], lasts: LIMITS.smsCode.lifeMs, over: 'RECOVERY_FAILED', once: 'RECOVERY_FAILED',
    begin: async (house) => {
      const { mobile } = await newMember(house)
      const verificationCode = await recoveryCode(house, mobile)
      return () => said(recovers(house, mobile, { verificationCode }))
    },
  },
  'the code of a change of factors': {
    of: ['limits.smsCode.lifeMs'], lasts: LIMITS.smsCode.lifeMs, over: 'VERIFICATION_INVALID', once: 'VERIFICATION_INVALID',
    begin: async (house) => (await factorCode(house)).use,
  },
  'the code of a mail address': {
    of: ['limits.smsCode.lifeMs'], lasts: LIMITS.smsCode.lifeMs, over: 'VERIFICATION_INVALID', once: 'VERIFICATION_INVALID',
    begin: async (house) => {
      const { caller } = await newMember(house)
      const email = `m${house.next()}@example.com`
      await expectGood(house.call('setEmail', { as: caller, input: { email } }))
      const verificationCode = await codeSentTo(house, { email })
      return () => said(house.call('verifyEmail', { as: caller, input: { verificationCode } }))
    },
  },
  'the work of a device that was never in': {
    of: ['limits.login.ofStrangers.lifeMs'], lasts: LIMITS.login.ofStrangers.lifeMs, over: 'WORK_NEEDED', once: 'WORK_NEEDED',
    begin: strangersWork,
  },
  'a code of the authenticator app: its step and the one after': {
    of: [], lasts: 60 * SECOND, over: 'CODE_WRONG', once: 'CODE_WRONG',
    begin: async (house) => {
      const { caller, code } = await withApp(house)
      const step = 30 * SECOND
      house.clock.pass(step - (house.clock.machine() % step))
      const oneTimeCode = code()
      const mail = () => said(house.call('setEmail', { as: caller, input: { email: `m${house.next()}@example.com`, oneTimeCode } }))
      return Object.assign(() => said(house.call('stepUp', { as: caller, input: { oneTimeCode } })), { rivals: [mail] })
    },
  },
  'an invitation': {
    of: [], lasts: 5 * MINUTE, over: 'INVITATION_INVALID', once: 'INVITATION_INVALID',
    begin: async (house) => {
      const invitationCode = await newInvitation(house, 1, { expiresAt: house.clock.wall() + 5 * MINUTE })
      const newcomer = async () => {
        const mobile = newMobile(house)
        const given = { mobile, verificationCode: await smsCodeTo(house, mobile), invitationCode }
        return () => said(registers(house, given))
      }
      // Each try is another person's, with a code of its own.
      const [first, ...others] = await Promise.all(Array.from({ length: 4 }, newcomer))
      let tries = 0
      return Object.assign(() => (tries++ === 0 ? first! : others[0]!)(), { rivals: others.slice(1) })
    },
  },
  'an invitation that is not good yet': {
    of: [], lasts: 5 * MINUTE, during: 'INVITATION_INVALID', over: 'good',
    begin: async (house) => {
      const mobile = newMobile(house)
      const given = { mobile, verificationCode: await smsCodeTo(house, mobile), invitationCode: await newInvitation(house, 1, { beginsAt: house.clock.wall() + 5 * MINUTE }) }
      return () => said(registers(house, given))
    },
  },
  'an invitation to the console': {
    of: ['modules/staff/server/operator-effects.ts INVITE_LIFE'], lasts: DAY, over: 'CODE_WRONG', once: 'CODE_WRONG',
    begin: async (house) => {
      const { operatorId, code } = await invited(house)
      return async () => {
        const { said: answer, data } = await house.call('consoleAskEnrolment', { input: { operatorId, code } })
        if (answer !== 'good') return answer
        const { id, challenge } = data as { id: string; challenge: string }
        return said(house.call('consoleEnrol', { input: { id, passkey: operatorDevice().create(challenge) } }))
      }
    },
  },
  'a question to whom enrols at the console': {
    of: ['limits.passkey.questionMs'], lasts: LIMITS.passkey.questionMs, over: 'PASSKEY_WRONG', once: 'PASSKEY_WRONG',
    begin: async (house) => {
      const { operatorId, code } = await invited(house)
      const { id, challenge } = await expectGood(house.call('consoleAskEnrolment', { input: { operatorId, code } })) as { id: string; challenge: string }
      return () => said(house.call('consoleEnrol', { input: { id, passkey: operatorDevice().create(challenge) } }))
    },
  },
  'a question of a login to the console': {
    of: ['limits.passkey.questionMs'], lasts: LIMITS.passkey.questionMs, over: 'PASSKEY_WRONG', once: 'PASSKEY_WRONG',
    begin: async (house) => {
      const device = operatorDevice()
      const { operatorId, code } = await invited(house)
      const asked = await expectGood(house.call('consoleAskEnrolment', { input: { operatorId, code } })) as { id: string; challenge: string }
      await expectGood(house.call('consoleEnrol', { input: { id: asked.id, passkey: device.create(asked.challenge) } }))
      const { id, challenge } = await expectGood(house.call('consoleAskPasskey')) as { id: string; challenge: string }
      return () => said(house.call('consoleLoginByPasskey', { input: { id, answer: device.answer(challenge) } }))
    },
  },
}

/** What passkeys are asked, wherever an answer opens something. */
const QUESTIONS = {
  login: (house: House, { device }: { device: SoftDevice }) => async () => {
    const question = await expectGood(house.call('askLoginPasskey', { address: `home-${house.next()}` })) as Parameters<SoftDevice['sign']>[0]
    return () => said(house.call('loginByPasskey', { input: { proof: device.sign(question, 'login', {}) } }))
  },
} as const

/** A question for a route that takes `proof`; `content` is what is signed. */
const asksPasskey = (action: 'step-up' | 'unlock' | 'email.change', route: string, content: (house: House) => object): Lifetime => ({
  of: ['limits.passkey.questionMs'], lasts: LIMITS.passkey.questionMs, over: 'PROOF_INVALID', once: 'PROOF_INVALID',
  begin: async (house) => {
    const { caller, device } = await withPasskey(house)
    const question = await expectGood(house.call('askPasskey', { as: caller, input: { action } })) as Parameters<SoftDevice['sign']>[0]
    const signed = content(house)
    return () => said(house.call(route, { as: caller, input: { ...signed, proof: device.sign(question, action, signed as never) } }))
  },
})

const passkeys: Readonly<Record<string, Lifetime>> = {
  'a question of a login': {
    of: ['limits.passkey.questionMs'], lasts: LIMITS.passkey.questionMs, over: 'PASSKEY_UNKNOWN', once: 'PASSKEY_UNKNOWN', begin: async (house) => QUESTIONS.login(house, await withPasskey(house))(),
  },
  'a question of a step up': asksPasskey('step-up', 'stepUp', () => ({})),
  'a question of an unlock': asksPasskey('unlock', 'unlock', () => ({})),
  'a question about an act': asksPasskey('email.change', 'setEmail', (house) => ({ email: `m${house.next()}@example.com` })),
  'a question of a new passkey': {
    of: ['limits.passkey.questionMs'], lasts: LIMITS.passkey.questionMs, over: 'PROOF_INVALID', once: 'PROOF_NEEDED',
    begin: async (house) => {
      const { caller } = await newMember(house)
      const question = await expectGood(house.call('askNewPasskey', { as: caller })) as Parameters<SoftDevice['create']>[0]
      return () => said(house.call('addPasskey', { as: caller, input: { name: 'key', created: softDevice().create(question) } }))
    },
  },
}

const locks: Readonly<Record<string, Lifetime>> = {
  'the lock after wrong transaction passwords': {
    of: ['limits.transactionPassword.lockMs'], lasts: LIMITS.transactionPassword.lockMs, during: 'TRANSACTION_PASSWORD_LOCKED', over: 'good',
    begin: async (house) => {
      const { caller } = await withPassword(house)
      const unlock = (transactionPassword: string) => said(house.call('unlock', { as: caller, input: { transactionPassword } }))
      await times(LIMITS.transactionPassword.failures, () => unlock(WRONG))
      return () => unlock(TRANSACTION_PASSWORD)
    },
  },
  'the lock after wrong passwords': {
    of: ['limits.login.perGuesser.firstLockMs'], lasts: LIMITS.login.perGuesser.firstLockMs, during: 'LOGIN_LOCKED', over: 'good',
    begin: async (house) => {
      const { mobile } = await newMember(house)
      const address = `guesser-${house.next()}`
      await times(LIMITS.login.perGuesser.failures, () => logsIn(house, mobile, WRONG, address))
      return () => said(logsIn(house, mobile, PASSWORD, address))
    },
  },
  'the lock after wrong codes of the app': {
    of: ['limits.totp.firstLockMs'], lasts: LIMITS.totp.firstLockMs, during: 'CODE_LOCKED', over: 'good',
    begin: async (house) => {
      const { caller, code } = await withApp(house)
      const stepUp = (oneTimeCode: string) => said(house.call('stepUp', { as: caller, input: { oneTimeCode } }))
      await times(LIMITS.totp.failures, () => stepUp('none'))
      return () => stepUp(code())
    },
  },
  'the wait after wrong codes at the console': {
    of: ['limits.console.codeFailures.withinMs'], lasts: CONSOLE.codeFailures.withinMs, during: 'TOO_MANY', over: 'good',
    begin: async (house) => {
      const { operatorId, code } = await invited(house)
      const enter = (typed: string) => said(house.call('consoleAskEnrolment', { input: { operatorId, code: typed } }))
      await times(CONSOLE.codeFailures.max, () => enter(WRONG))
      return () => enter(code)
    },
  },
  'withdrawals after a change of factors': {
    of: ['modules/identity/model/factor-change.ts REST_MS'], lasts: REST_MS, during: 'WITHDRAWALS_CLOSED', over: 'good',
    begin: async (house) => {
      const { id, accountId } = await accepted(house)
      house.clock.pass(4 * DAY)
      await threeDaysBefore(house)
      await expectGood(house.run('member.rest', { memberId: id, change: 'firstPasskey', ms: REST_MS }))
      return () => said(house.run('withdrawal.request', { accountId, by: 'demo', yen: 10_000 }, id))
    },
  },
  'limited trading after a change of factors': {
    of: ['modules/identity/model/factor-change.ts REST_MS'], lasts: REST_MS, during: 'LIMITED', over: 'good',
    begin: async (house) => {
      const { id } = await richMember(house)
      await expectGood(house.run('member.rest', { memberId: id, change: 'firstPasskey', ms: REST_MS }))
      return async () => (tradingLevel(house.house.engine.read, id, house.clock.wall()).restsUntil === null ? 'good' : 'LIMITED')
    },
  },
  'the rest of a new bank account': {
    of: ['modules/funding/model/bank-account.ts REST_MS'], lasts: 3 * DAY, during: 'BANK_ACCOUNT_NEW', over: 'good',
    begin: async (house) => {
      await threeDaysBefore(house)
      const { id, accountId } = await accepted(house)
      return () => said(house.run('withdrawal.request', { accountId, by: 'demo', yen: 10_000 }, id))
    },
  },
  'a freeze by one reviewer': frozen('trading.freeze', 'FREEZE_ALONE', DAY, [1]),
  'a freeze by two': frozen('trading.freeze-on', 'FREEZE_TOGETHER', 30 * DAY, [1, 2]),
}

function frozen(power: 'trading.freeze' | 'trading.freeze-on', constant: string, lasts: Ms, reviewers: readonly number[]): Lifetime {
  return {
    of: [`modules/staff/model/freeze.ts ${constant}`], lasts, during: 'FROZEN', over: 'good',
    begin: async (house) => {
      const { id } = await richMember(house)
      const askedAt = house.clock.wall()
      for (const number of reviewers) await expectGood(signs(house, 'reviewer', number, { power, subject: id, body: {}, reason: { code: 'takeover', text: null } }, askedAt))
      return async () => (isFrozen(house.house.engine.read, id, house.clock.wall()) ? 'FROZEN' : 'good')
    },
  }
}

const acts: Readonly<Record<string, Lifetime>> = {
  'a request of operators that waits for its second signature': {
    of: ['modules/staff/model/approval.ts APPROVAL_LIFE'], lasts: APPROVAL_LIFE, over: 'APPROVAL_EXPIRED', once: 'ALREADY_CARRIED_OUT',
    begin: async (house) => {
      const { id } = await richMember(house)
      const asked = { power: 'trading.freeze-on', subject: id, body: {}, reason: { code: 'takeover', text: null } } as const
      const askedAt = house.clock.wall()
      await expectGood(signs(house, 'reviewer', 1, asked, askedAt))
      return () => said(signs(house, 'reviewer', 2, asked, askedAt))
    },
  },
  'an announcement of money that nobody pays': {
    of: ['modules/funding/model/deposit.ts LAPSES_AFTER_MS'], lasts: LAPSES_AFTER_MS, over: 'denied',
    begin: async (house) => {
      const { id } = await richMember(house)
      const { id: depositId } = await expectGood(house.run('deposit.request', { method: 'bank', payerHash: 'payer', yen: 10_000 }, id)) as { id: string }
      return async () => {
        await house.run('deposit.lapse', { depositIds: [depositId] })
        const { state } = house.disk.row('deposits', depositId)!
        return state === 'pending' ? 'good' : state
      }
    },
  },
  'a picture that an operator has asked to see': {
    of: ['modules/staff/server/pictures.ts PICTURE_LIVES'], lasts: MINUTE, over: 'PICTURE_OVER', once: 'PICTURE_OVER', begin: async (house) => openPicture(house, await richMember(house)),
  },
  'the key of a request': {
    of: ['platform/engine/answers.ts BEHIND', 'limits.key.oldestMs'], lasts: LIMITS.key.oldestMs + 1, over: 'KEY_EXPIRED',
    begin: async ({ clock }) => {
      const key = uuidv7(clock.machine(), new Uint8Array(16))
      return async () => keyProblem(key, clock.machine()) ?? 'good'
    },
  },
  'the key of a request that is ahead of its time': {
    of: ['platform/engine/answers.ts AHEAD', 'limits.key.newestMs'], lasts: HOUR - LIMITS.key.newestMs, during: 'KEY_INVALID', over: 'good',
    begin: async ({ clock }) => {
      const key = uuidv7(clock.machine() + HOUR, new Uint8Array(16))
      return async () => keyProblem(key, clock.machine()) ?? 'good'
    },
  },
  'the signature of a device': { of: ['platform/http/signature.ts OFF_BY_MOST'], lasts: OFF_BY_MOST + 1, over: 'SIGNATURE_TIME', begin: (house) => signedAt(house, 0) },
  'the signature of a device whose clock is ahead': {
    of: ['platform/http/signature.ts OFF_BY_MOST'], lasts: HOUR - OFF_BY_MOST, during: 'SIGNATURE_TIME', over: 'good', begin: (house) => signedAt(house, HOUR),
  },
}

async function signedAt({ clock }: House, ahead: Ms): Promise<() => Promise<string>> {
  const key = softKey()
  const at = Math.floor(clock.machine() + ahead)
  const header = key.headers('/api/orders', 'k', {}, at)[SIGNATURE_HEADER]
  return async () => {
    const checked = await checkSignature(readDeviceKey(key.fields.deviceKey)!, { header, path: '/api/orders', key: 'k', body: {} }, clock.machine())
    return 'rejection' in checked ? checked.rejection : 'good'
  }
}

export const LIFETIMES: Readonly<Record<string, Lifetime>> = { ...sessions, ...codes, ...passkeys, ...locks, ...acts }
