import { DAY, HOUR, MINUTE, SECOND, type Ms } from '#kernel/time.ts'
import { LIMITS } from '#platform/limits.ts'
import { keyProblem } from '#platform/engine/idempotency-index.ts'
import { sessionOfAnswer } from '#platform/http/console-session.ts'
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
import type { AppContext } from './app.ts'
import {
  accepted,
  CONSOLE,
  codeSentTo,
  expectGood,
  factorCode,
  invited,
  logsIn,
  newInvitation,
  newMember,
  newMobile,
  openPicture,
  PASSWORD,
  recoveryCode,
  recovers,
  registers,
  richMember,
  said,
  SESSION,
  signs,
  smsCodeTo,
  strangersWork,
  threeDaysBefore,
  TRANSACTION_PASSWORD,
  withApp,
  withPasskey,
  withPassword,
  WRONG,
} from './people.ts'

/** Something that is good, or that forbids something, for as long as it says and not a moment longer. */
export type Lifetime = {
  /** The declared durations that this asks, as `registry.ts` names them. */
  readonly of: readonly string[]
  /** The length, from when it was begun. */
  readonly lasts: Ms
  /** The word of its use while it lasts ('good' where it is left out), and from its end on. */
  readonly during?: string
  readonly over: string
  /** Used so often meanwhile: what ends when nobody does anything goes on. */
  readonly usedEvery?: Ms
  /** It is good for one use: what a second one says. Left out: it may be used as often as one likes. */
  readonly once?: string
  /** Begins it now; answers how to use it. */
  readonly begin: (app: AppContext) => Promise<Use>
}
/**
 * Uses it, as who has it would; `rivals`: other uses of the same thing, by others or for something else, of
 * which only one may come about.
 */
export type Use = (() => Promise<string>) & { rivals?: readonly (() => Promise<string>)[] }

const times = async (n: number, work: () => Promise<unknown>): Promise<void> => {
  for (let i = 0; i < n; i++) await work()
}

const consoleSession = async ({ context: app, call }: AppContext) => {
  const operatorId = demoOperatorId('support', 1)
  const { code } = app.modules.staff.codes().find((each) => each.operatorId === operatorId)!
  const entered = await expectGood(call('consoleLogin', { input: { operatorId, code } }))
  const token = sessionOfAnswer(entered)!
  return async () => ((await app.modules.staff.operators.find(token, true)) === null ? 'NO_SESSION' : 'good')
}

const sessions: Readonly<Record<string, Lifetime>> = {
  'a session that nobody uses': {
    of: ['limits.session.idleMs'],
    lasts: SESSION.idleMs,
    over: 'NO_SESSION',
    begin: async (app) => {
      const { token } = await newMember(app)
      return async () => ((await app.context.modules.identity.find(token)) === null ? 'NO_SESSION' : 'good')
    },
  },
  'a session, however much it is used': {
    of: ['limits.session.absoluteMs'],
    lasts: SESSION.absoluteMs,
    over: 'NO_SESSION',
    usedEvery: 6 * DAY,
    begin: async (app) => {
      const { token } = await newMember(app)
      return async () => ((await app.context.modules.identity.find(token)) === null ? 'NO_SESSION' : 'good')
    },
  },
  'the trading unlock that nobody uses': {
    of: ['limits.session.unlockIdleMs'],
    lasts: SESSION.unlockIdleMs,
    over: 'LOCKED',
    begin: async (app) => {
      const { token } = await newMember(app)
      return async () =>
        (await app.context.modules.identity.find(token))!.tradingUnlocked ? 'good' : 'LOCKED'
    },
  },
  'the trading unlock, however much it is used': {
    of: ['limits.session.unlockAbsoluteMs'],
    lasts: SESSION.unlockAbsoluteMs,
    over: 'LOCKED',
    usedEvery: 29 * MINUTE,
    begin: async (app) => {
      const { token } = await newMember(app)
      return async () =>
        (await app.context.modules.identity.find(token))!.tradingUnlocked ? 'good' : 'LOCKED'
    },
  },
  'a login of just now, which may set up the first factor': {
    of: ['limits.session.freshMs'],
    lasts: SESSION.freshMs,
    over: 'PASSWORD_NEEDED',
    begin: async (app) => {
      const { caller } = await newMember(app)
      await expectGood(app.call('beginTotp', { as: caller }))
      return async () => {
        const answer = await said(app.call('confirmTotp', { as: caller, input: { firstCode: 'none' } }))
        return answer === 'CODE_WRONG' ? 'good' : answer
      }
    },
  },
  'a session of the console that nobody uses': {
    of: ['limits.console.idleMs'],
    lasts: CONSOLE.idleMs,
    over: 'NO_SESSION',
    begin: consoleSession,
  },
  'a session of the console, however much it is used': {
    of: ['limits.console.absoluteMs'],
    lasts: CONSOLE.absoluteMs,
    over: 'NO_SESSION',
    usedEvery: 14 * MINUTE,
    begin: consoleSession,
  },
  'a ticket for the socket': {
    of: ['limits.socket.ticketMs'],
    lasts: LIMITS.socket.ticketMs,
    over: 'NO_TICKET',
    once: 'NO_TICKET',
    begin: async (app) => {
      const { caller } = await newMember(app)
      const { ticket } = (await expectGood(app.call('socketTicket', { as: caller }))) as { ticket: string }
      return async () => ((await app.context.modules.identity.redeem(ticket)) === null ? 'NO_TICKET' : 'good')
    },
  },
}

const codes: Readonly<Record<string, Lifetime>> = {
  'the code of a registration': {
    of: ['limits.smsCode.lifeMs'],
    lasts: LIMITS.smsCode.lifeMs,
    over: 'VERIFICATION_INVALID',
    once: 'VERIFICATION_INVALID',
    begin: async (app) => {
      const mobile = newMobile(app)
      const inputs = {
        mobile,
        invitationCode: await newInvitation(app),
        verificationCode: await smsCodeTo(app, mobile),
      }
      return () => said(registers(app, inputs))
    },
  },
  'the code of another phone': {
    of: ['limits.smsCode.lifeMs'],
    lasts: LIMITS.smsCode.lifeMs,
    over: 'VERIFICATION_INVALID',
    once: 'VERIFICATION_INVALID',
    begin: async (app) => {
      const { caller } = await withPassword(app)
      const mobile = newMobile(app)
      const input = {
        mobile,
        verificationCode: await smsCodeTo(app, mobile, caller),
        transactionPassword: TRANSACTION_PASSWORD,
      }
      return () => said(app.call('changePhone', { as: caller, input }))
    },
  },
  'the code of a recovery': {
    of: ['limits.smsCode.lifeMs'],
    lasts: LIMITS.smsCode.lifeMs,
    over: 'RECOVERY_FAILED',
    once: 'RECOVERY_FAILED',
    begin: async (app) => {
      const { mobile } = await newMember(app)
      const verificationCode = await recoveryCode(app, mobile)
      return () => said(recovers(app, mobile, { verificationCode }))
    },
  },
  'the code of a change of factors': {
    of: ['limits.smsCode.lifeMs'],
    lasts: LIMITS.smsCode.lifeMs,
    over: 'VERIFICATION_INVALID',
    once: 'VERIFICATION_INVALID',
    begin: async (app) => (await factorCode(app)).use,
  },
  'the code of a mail address': {
    of: ['limits.smsCode.lifeMs'],
    lasts: LIMITS.smsCode.lifeMs,
    over: 'VERIFICATION_INVALID',
    once: 'VERIFICATION_INVALID',
    begin: async (app) => {
      const { caller } = await newMember(app)
      const email = `m${app.next()}@example.com`
      await expectGood(app.call('setEmail', { as: caller, input: { email } }))
      const verificationCode = await codeSentTo(app, { email })
      return () => said(app.call('verifyEmail', { as: caller, input: { verificationCode } }))
    },
  },
  'the work of a device that was never in': {
    of: ['limits.login.ofStrangers.lifeMs'],
    lasts: LIMITS.login.ofStrangers.lifeMs,
    over: 'WORK_NEEDED',
    once: 'WORK_NEEDED',
    begin: strangersWork,
  },
  'a code of the authenticator app: its step and the one after': {
    of: [],
    lasts: 60 * SECOND,
    over: 'CODE_WRONG',
    once: 'CODE_WRONG',
    begin: async (app) => {
      const { caller, code } = await withApp(app)
      const step = 30 * SECOND
      app.clock.pass(step - (app.clock.machine() % step))
      const oneTimeCode = code()
      const mail = () =>
        said(
          app.call('setEmail', { as: caller, input: { email: `m${app.next()}@example.com`, oneTimeCode } }),
        )
      return Object.assign(() => said(app.call('stepUp', { as: caller, input: { oneTimeCode } })), {
        rivals: [mail],
      })
    },
  },
  'an invitation': {
    of: [],
    lasts: 5 * MINUTE,
    over: 'INVITATION_INVALID',
    once: 'INVITATION_INVALID',
    begin: async (app) => {
      const invitationCode = await newInvitation(app, 1, { expiresAt: app.clock.wall() + 5 * MINUTE })
      const newcomer = async () => {
        const mobile = newMobile(app)
        const inputs = { mobile, verificationCode: await smsCodeTo(app, mobile), invitationCode }
        return () => said(registers(app, inputs))
      }
      // Each try is another person's, with a code of its own.
      const [first, ...others] = await Promise.all(Array.from({ length: 4 }, newcomer))
      let tries = 0
      return Object.assign(() => (tries++ === 0 ? first! : others[0]!)(), { rivals: others.slice(1) })
    },
  },
  'an invitation that is not good yet': {
    of: [],
    lasts: 5 * MINUTE,
    during: 'INVITATION_INVALID',
    over: 'good',
    begin: async (app) => {
      const mobile = newMobile(app)
      const inputs = {
        mobile,
        verificationCode: await smsCodeTo(app, mobile),
        invitationCode: await newInvitation(app, 1, { beginsAt: app.clock.wall() + 5 * MINUTE }),
      }
      return () => said(registers(app, inputs))
    },
  },
  'an invitation to the console': {
    of: ['modules/staff/server/operator-effects.ts INVITE_LIFE'],
    lasts: DAY,
    over: 'CODE_WRONG',
    once: 'CODE_WRONG',
    begin: async (app) => {
      const { code } = await invited(app)
      return async () => {
        const { said: answer, data } = await app.call('consoleAskEnrolment', { input: { code } })
        if (answer !== 'good') return answer
        const { id, challenge } = data as { id: string; challenge: string }
        return said(app.call('consoleEnrol', { input: { id, passkey: operatorDevice().create(challenge) } }))
      }
    },
  },
  'a challenge to whom enrols at the console': {
    of: ['limits.passkey.challengeMs'],
    lasts: LIMITS.passkey.challengeMs,
    over: 'PASSKEY_WRONG',
    once: 'PASSKEY_WRONG',
    begin: async (app) => {
      const { code } = await invited(app)
      const { id, challenge } = (await expectGood(app.call('consoleAskEnrolment', { input: { code } }))) as {
        id: string
        challenge: string
      }
      return () =>
        said(app.call('consoleEnrol', { input: { id, passkey: operatorDevice().create(challenge) } }))
    },
  },
  'a challenge of a login to the console': {
    of: ['limits.passkey.challengeMs'],
    lasts: LIMITS.passkey.challengeMs,
    over: 'PASSKEY_WRONG',
    once: 'PASSKEY_WRONG',
    begin: async (app) => {
      const device = operatorDevice()
      const { code } = await invited(app)
      const asked = (await expectGood(app.call('consoleAskEnrolment', { input: { code } }))) as {
        id: string
        challenge: string
      }
      await expectGood(
        app.call('consoleEnrol', { input: { id: asked.id, passkey: device.create(asked.challenge) } }),
      )
      const { id, challenge } = (await expectGood(app.call('consoleAskPasskey'))) as {
        id: string
        challenge: string
      }
      return () =>
        said(app.call('consoleLoginByPasskey', { input: { id, answer: device.answer(challenge) } }))
    },
  },
}

/** Questions to passkeys, wherever an answer opens something. */
const QUESTIONS = {
  login:
    (app: AppContext, { device }: { device: SoftDevice }) =>
    async () => {
      const challenge = (await expectGood(
        app.call('askLoginPasskey', { address: `home-${app.next()}` }),
      )) as Parameters<SoftDevice['sign']>[0]
      return () => said(app.call('loginByPasskey', { input: { proof: device.sign(challenge, 'login', {}) } }))
    },
} as const

/** A challenge for a route that takes `proof`; `content` is what is signed. */
const asksPasskey = (
  action: 'step-up' | 'unlock' | 'email.change',
  route: string,
  content: (app: AppContext) => object,
): Lifetime => ({
  of: ['limits.passkey.challengeMs'],
  lasts: LIMITS.passkey.challengeMs,
  over: 'PROOF_INVALID',
  once: 'PROOF_INVALID',
  begin: async (app) => {
    const { caller, device } = await withPasskey(app)
    const challenge = (await expectGood(
      app.call('askPasskey', { as: caller, input: { action } }),
    )) as Parameters<SoftDevice['sign']>[0]
    const signed = content(app)
    return () =>
      said(
        app.call(route, {
          as: caller,
          input: { ...signed, proof: device.sign(challenge, action, signed as never) },
        }),
      )
  },
})

const passkeys: Readonly<Record<string, Lifetime>> = {
  'a challenge of a login': {
    of: ['limits.passkey.challengeMs'],
    lasts: LIMITS.passkey.challengeMs,
    over: 'PASSKEY_UNKNOWN',
    once: 'PASSKEY_UNKNOWN',
    begin: async (app) => QUESTIONS.login(app, await withPasskey(app))(),
  },
  'a challenge of a step up': asksPasskey('step-up', 'stepUp', () => ({})),
  'a challenge of an unlock': asksPasskey('unlock', 'unlock', () => ({})),
  'a challenge about an act': asksPasskey('email.change', 'setEmail', (app) => ({
    email: `m${app.next()}@example.com`,
  })),
  'a challenge of a new passkey': {
    of: ['limits.passkey.challengeMs'],
    lasts: LIMITS.passkey.challengeMs,
    over: 'PROOF_INVALID',
    once: 'PROOF_NEEDED',
    begin: async (app) => {
      const { caller } = await newMember(app)
      const challenge = (await expectGood(app.call('askNewPasskey', { as: caller }))) as Parameters<
        SoftDevice['create']
      >[0]
      return () =>
        said(
          app.call('addPasskey', {
            as: caller,
            input: { name: 'key', created: softDevice().create(challenge) },
          }),
        )
    },
  },
}

const locks: Readonly<Record<string, Lifetime>> = {
  'the lock after wrong transaction passwords': {
    of: ['limits.transactionPassword.lockMs'],
    lasts: LIMITS.transactionPassword.lockMs,
    during: 'TRANSACTION_PASSWORD_LOCKED',
    over: 'good',
    begin: async (app) => {
      const { caller } = await withPassword(app)
      const unlock = (transactionPassword: string) =>
        said(app.call('unlock', { as: caller, input: { transactionPassword } }))
      await times(LIMITS.transactionPassword.failures, () => unlock(WRONG))
      return () => unlock(TRANSACTION_PASSWORD)
    },
  },
  'the lock after wrong passwords': {
    of: ['limits.login.perGuesser.firstLockMs'],
    lasts: LIMITS.login.perGuesser.firstLockMs,
    during: 'LOGIN_LOCKED',
    over: 'good',
    begin: async (app) => {
      const { mobile } = await newMember(app)
      const address = `guesser-${app.next()}`
      await times(LIMITS.login.perGuesser.failures, () => logsIn(app, mobile, WRONG, address))
      return () => said(logsIn(app, mobile, PASSWORD, address))
    },
  },
  'the lock after wrong codes of the app': {
    of: ['limits.totp.firstLockMs'],
    lasts: LIMITS.totp.firstLockMs,
    during: 'CODE_LOCKED',
    over: 'good',
    begin: async (app) => {
      const { caller, code } = await withApp(app)
      const stepUp = (oneTimeCode: string) => said(app.call('stepUp', { as: caller, input: { oneTimeCode } }))
      await times(LIMITS.totp.failures, () => stepUp('none'))
      return () => stepUp(code())
    },
  },
  'the wait after wrong codes at the console': {
    of: ['limits.console.codeFailures.withinMs'],
    lasts: CONSOLE.codeFailures.withinMs,
    during: 'TOO_MANY',
    over: 'good',
    begin: async (app) => {
      const { code } = await invited(app)
      const enter = (typed: string) => said(app.call('consoleAskEnrolment', { input: { code: typed } }))
      await times(CONSOLE.codeFailures.max, () => enter(WRONG))
      return () => enter(code)
    },
  },
  'withdrawals after a change of factors': {
    of: ['modules/identity/model/factor-change.ts REST_MS'],
    lasts: REST_MS,
    during: 'WITHDRAWALS_CLOSED',
    over: 'good',
    begin: async (app) => {
      const { id, accountId } = await accepted(app)
      app.clock.pass(4 * DAY)
      await threeDaysBefore(app)
      await expectGood(app.run('member.rest', { memberId: id, change: 'firstPasskey', ms: REST_MS }))
      return () => said(app.run('withdrawal.request', { accountId, by: 'demo', yen: 10_000 }, id))
    },
  },
  'limited trading after a change of factors': {
    of: ['modules/identity/model/factor-change.ts REST_MS'],
    lasts: REST_MS,
    during: 'LIMITED',
    over: 'good',
    begin: async (app) => {
      const { id } = await richMember(app)
      await expectGood(app.run('member.rest', { memberId: id, change: 'firstPasskey', ms: REST_MS }))
      return async () =>
        tradingLevel(app.context.engine.read, id, app.clock.wall()).restsUntil === null ? 'good' : 'LIMITED'
    },
  },
  'the rest of a new bank account': {
    of: ['modules/funding/model/bank-account.ts REST_MS'],
    lasts: 3 * DAY,
    during: 'BANK_ACCOUNT_NEW',
    over: 'good',
    begin: async (app) => {
      await threeDaysBefore(app)
      const { id, accountId } = await accepted(app)
      return () => said(app.run('withdrawal.request', { accountId, by: 'demo', yen: 10_000 }, id))
    },
  },
  'a freeze by one reviewer': frozen('trading.freeze', 'FREEZE_ALONE', DAY, [1]),
  'a freeze by two': frozen('trading.freeze-on', 'FREEZE_TOGETHER', 30 * DAY, [1, 2]),
}

function frozen(
  power: 'trading.freeze' | 'trading.freeze-on',
  constant: string,
  lasts: Ms,
  reviewers: readonly number[],
): Lifetime {
  return {
    of: [`modules/staff/model/freeze.ts ${constant}`],
    lasts,
    during: 'FROZEN',
    over: 'good',
    begin: async (app) => {
      const { id } = await richMember(app)
      const askedAt = app.clock.wall()
      for (const number of reviewers)
        await expectGood(
          signs(
            app,
            'reviewer',
            number,
            { power, subject: id, body: {}, reason: { code: 'takeover', text: null } },
            askedAt,
          ),
        )
      return async () => (isFrozen(app.context.engine.read, id, app.clock.wall()) ? 'FROZEN' : 'good')
    },
  }
}

const acts: Readonly<Record<string, Lifetime>> = {
  'a request of operators that waits for its second signature': {
    of: ['modules/staff/model/approval.ts APPROVAL_LIFE'],
    lasts: APPROVAL_LIFE,
    over: 'APPROVAL_EXPIRED',
    once: 'ALREADY_CARRIED_OUT',
    begin: async (app) => {
      const { id } = await richMember(app)
      const asked = {
        power: 'trading.freeze-on',
        subject: id,
        body: {},
        reason: { code: 'takeover', text: null },
      } as const
      const askedAt = app.clock.wall()
      await expectGood(signs(app, 'reviewer', 1, asked, askedAt))
      return () => said(signs(app, 'reviewer', 2, asked, askedAt))
    },
  },
  'an announcement of money that nobody pays': {
    of: ['modules/funding/model/deposit.ts LAPSES_AFTER_MS'],
    lasts: LAPSES_AFTER_MS,
    over: 'denied',
    begin: async (app) => {
      const { id } = await richMember(app)
      const { id: depositId } = (await expectGood(
        app.run('deposit.request', { method: 'bank', payerHash: 'payer', yen: 10_000 }, id),
      )) as { id: string }
      return async () => {
        await app.run('deposit.lapse', { depositIds: [depositId] })
        const { state } = app.disk.row('deposits', depositId)!
        return state === 'pending' ? 'good' : state
      }
    },
  },
  'a picture that an operator has asked to see': {
    of: ['modules/staff/server/pictures.ts PICTURE_LIVES'],
    lasts: MINUTE,
    over: 'PICTURE_OVER',
    once: 'PICTURE_OVER',
    begin: async (app) => openPicture(app, await richMember(app)),
  },
  'the key of a request': {
    of: ['platform/engine/idempotency-index.ts BEHIND', 'limits.key.oldestMs'],
    lasts: LIMITS.key.oldestMs + 1,
    over: 'KEY_EXPIRED',
    begin: async ({ clock }) => {
      const key = uuidv7(clock.machine(), new Uint8Array(16))
      return async () => keyProblem(key, clock.bounds()) ?? 'good'
    },
  },
  'the key of a request that is ahead of its time': {
    of: ['platform/engine/idempotency-index.ts AHEAD', 'limits.key.newestMs'],
    lasts: HOUR - LIMITS.key.newestMs,
    during: 'KEY_INVALID',
    over: 'good',
    begin: async ({ clock }) => {
      const key = uuidv7(clock.machine() + HOUR, new Uint8Array(16))
      return async () => keyProblem(key, clock.bounds()) ?? 'good'
    },
  },
  'the signature of a device': {
    of: ['platform/http/signature.ts OFF_BY_MOST'],
    lasts: OFF_BY_MOST + 1,
    over: 'SIGNATURE_TIME',
    begin: (app) => signedAt(app, 0),
  },
  'the signature of a device whose clock is ahead': {
    of: ['platform/http/signature.ts OFF_BY_MOST'],
    lasts: HOUR - OFF_BY_MOST,
    during: 'SIGNATURE_TIME',
    over: 'good',
    begin: (app) => signedAt(app, HOUR),
  },
}

async function signedAt({ clock }: AppContext, ahead: Ms): Promise<() => Promise<string>> {
  const key = softKey()
  const at = Math.floor(clock.machine() + ahead)
  const header = key.headers('/api/orders', 'k', {}, at)[SIGNATURE_HEADER]
  return async () => {
    const checked = await checkSignature(
      readDeviceKey(key.fields.deviceKey)!,
      { header, path: '/api/orders', key: 'k', body: {} },
      clock.machine(),
    )
    return 'rejection' in checked ? checked.rejection : 'good'
  }
}

export const LIFETIMES: Readonly<Record<string, Lifetime>> = {
  ...sessions,
  ...codes,
  ...passkeys,
  ...locks,
  ...acts,
}
