import { LIMITS } from '#platform/limits.ts'
import type { AppContext } from './app.ts'
import {
  another,
  CONSOLE,
  expectGood,
  factorCode,
  invited,
  logsIn,
  newInvitation,
  newMember,
  newMobile,
  PASSWORD,
  recoveryCode,
  recoveryCodes,
  recovers,
  registers,
  said,
  smsCodeTo,
  codeSentTo,
  TRANSACTION_PASSWORD,
  withApp,
  withPassword,
  WRONG,
} from './people.ts'
import { demoOperatorId } from '#modules/staff/server/open-operator.ts'

/** Something that can be guessed at: so many tries, and then none, not even the right one. */
export type Guess = {
  /** The fields of routes that take it, as `registry.ts` finds them; `*` stands for any route. */
  readonly of: readonly string[]
  readonly tries: number
  /** The word for a wrong one, and the one for everything after the last try. */
  readonly wrong: string
  readonly bounded: string
  readonly begin: (app: AppContext) => Promise<{ guess: () => Promise<string>; right: () => Promise<string> }>
}

export const GUESSES: Readonly<Record<string, Guess>> = {
  'a login password': {
    of: ['login.password'],
    tries: LIMITS.login.perGuesser.failures,
    wrong: 'LOGIN_FAILED',
    bounded: 'LOGIN_LOCKED',
    begin: async (app) => {
      const { mobile } = await newMember(app)
      // Locked is who guesses: somebody at this address.
      const address = `guesser-${app.next()}`
      return {
        guess: () => said(logsIn(app, mobile, WRONG, address)),
        right: () => said(logsIn(app, mobile, PASSWORD, address)),
      }
    },
  },
  'the login password of whoever is logged in': {
    of: ['changePassword.oldPassword', '*.password'],
    tries: LIMITS.login.perGuesser.failures,
    wrong: 'OLD_PASSWORD_WRONG',
    bounded: 'LOGIN_LOCKED',
    begin: async (app) => {
      const { caller } = await newMember(app)
      const change = (oldPassword: string) =>
        said(
          app.call('changePassword', {
            as: caller,
            input: { oldPassword, newPassword: 'lake-8Wn', confirmPassword: 'lake-8Wn' },
          }),
        )
      return { guess: () => change(WRONG), right: () => change(PASSWORD) }
    },
  },
  'a transaction password': {
    of: ['*.transactionPassword'],
    tries: LIMITS.transactionPassword.failures,
    wrong: 'TRANSACTION_PASSWORD_WRONG',
    bounded: 'TRANSACTION_PASSWORD_LOCKED',
    begin: async (app) => {
      const { caller } = await withPassword(app)
      const unlock = (transactionPassword: string) =>
        said(app.call('unlock', { as: caller, input: { transactionPassword } }))
      return { guess: () => unlock(WRONG), right: () => unlock(TRANSACTION_PASSWORD) }
    },
  },
  'a transaction password that is changed': {
    of: ['setTransactionPassword.oldPassword'],
    tries: LIMITS.transactionPassword.failures,
    wrong: 'OLD_PASSWORD_WRONG',
    bounded: 'TRANSACTION_PASSWORD_LOCKED',
    begin: async (app) => {
      const { caller } = await withPassword(app)
      const change = (oldPassword: string) =>
        said(
          app.call('setTransactionPassword', {
            as: caller,
            input: { oldPassword, newPassword: 'lake-8Wn', confirmPassword: 'lake-8Wn' },
          }),
        )
      return { guess: () => change(WRONG), right: () => change(TRANSACTION_PASSWORD) }
    },
  },
  'a code of the authenticator app': {
    of: ['*.oneTimeCode', 'confirmTotp.firstCode'],
    tries: LIMITS.totp.failures,
    wrong: 'CODE_WRONG',
    bounded: 'CODE_LOCKED',
    begin: async (app) => {
      const { caller, code } = await withApp(app)
      const stepUp = (oneTimeCode: string) => said(app.call('stepUp', { as: caller, input: { oneTimeCode } }))
      return { guess: () => stepUp('none'), right: () => stepUp(code()) }
    },
  },
  'the code of a registration': {
    of: ['register.verificationCode'],
    tries: LIMITS.smsCode.tries,
    wrong: 'VERIFICATION_INVALID',
    bounded: 'VERIFICATION_INVALID',
    begin: async (app) => {
      const mobile = newMobile(app)
      const [invitationCode, verificationCode] = [await newInvitation(app), await smsCodeTo(app, mobile)]
      return {
        guess: () =>
          said(registers(app, { mobile, invitationCode, verificationCode: another(verificationCode) })),
        right: () => said(registers(app, { mobile, invitationCode, verificationCode })),
      }
    },
  },
  'the code of another phone': {
    of: ['changePhone.verificationCode'],
    tries: LIMITS.smsCode.tries,
    wrong: 'VERIFICATION_INVALID',
    bounded: 'VERIFICATION_INVALID',
    begin: async (app) => {
      const { caller } = await withPassword(app)
      const mobile = newMobile(app)
      const sent = await smsCodeTo(app, mobile, caller)
      const change = (verificationCode: string) =>
        said(
          app.call('changePhone', {
            as: caller,
            input: { mobile, verificationCode, transactionPassword: TRANSACTION_PASSWORD },
          }),
        )
      return { guess: () => change(another(sent)), right: () => change(sent) }
    },
  },
  'the code of a change of factors': {
    of: ['*.verificationCode'],
    tries: LIMITS.smsCode.tries,
    wrong: 'VERIFICATION_INVALID',
    bounded: 'VERIFICATION_INVALID',
    begin: async (app) => {
      const { tries, sent } = await factorCode(app)
      return { guess: () => tries(another(sent)), right: () => tries(sent) }
    },
  },
  'the code of a login that wrong passwords have closed': {
    of: ['login.verificationCode'],
    tries: LIMITS.smsCode.tries,
    wrong: 'VERIFICATION_INVALID',
    bounded: 'VERIFICATION_INVALID',
    begin: async (app) => {
      const { mobile } = await newMember(app)
      const address = `home-${app.next()}`
      await expectGood(app.call('smsCode', { input: { mobile, for: 'login' }, address }))
      const sent = await codeSentTo(app, { mobile })
      const enter = (verificationCode: string) =>
        said(logsIn(app, mobile, PASSWORD, address, { verificationCode }))
      return { guess: () => enter(another(sent)), right: () => enter(sent) }
    },
  },
  'the code of a step-up whose tries are used up': {
    of: ['stepUp.verificationCode'],
    tries: LIMITS.smsCode.tries,
    wrong: 'VERIFICATION_INVALID',
    bounded: 'VERIFICATION_INVALID',
    begin: async (app) => {
      const { mobile, code } = await withApp(app)
      const { token } = (await expectGood(logsIn(app, mobile))) as { token: string }
      const as = (await app.context.modules.identity.find(token))!
      await expectGood(app.call('askFactorCode', { as, input: { for: 'step-up' } }))
      const sent = await codeSentTo(app, { mobile })
      const stepUp = (verificationCode: string) =>
        said(app.call('stepUp', { as, input: { oneTimeCode: code(), verificationCode } }))
      return { guess: () => stepUp(another(sent)), right: () => stepUp(sent) }
    },
  },
  'the code of a mail address': {
    of: ['verifyEmail.verificationCode'],
    tries: LIMITS.smsCode.tries,
    wrong: 'VERIFICATION_INVALID',
    bounded: 'VERIFICATION_INVALID',
    begin: async (app) => {
      const { caller } = await newMember(app)
      const email = `m${app.next()}@example.com`
      await expectGood(app.call('setEmail', { as: caller, input: { email } }))
      const sent = await codeSentTo(app, { email })
      const verify = (verificationCode: string) =>
        said(app.call('verifyEmail', { as: caller, input: { verificationCode } }))
      return { guess: () => verify(another(sent)), right: () => verify(sent) }
    },
  },
  'what a recovery asks': {
    of: ['recover.verificationCode', 'recover.password'],
    tries: LIMITS.login.perGuesser.failures,
    wrong: 'RECOVERY_FAILED',
    bounded: 'RECOVERY_LOCKED',
    begin: async (app) => {
      const { mobile } = await newMember(app)
      const verificationCode = await recoveryCode(app, mobile)
      const recover = (password: string) => said(recovers(app, mobile, { verificationCode, password }))
      return { guess: () => recover(WRONG), right: () => recover(PASSWORD) }
    },
  },
  'an invitation': {
    of: ['register.invitationCode'],
    tries: LIMITS.registration.invitationTriesPerAddress[0]!.max,
    wrong: 'INVITATION_INVALID',
    bounded: 'TOO_MANY',
    begin: async (app) => {
      const mobile = newMobile(app)
      const [invitationCode, verificationCode] = [await newInvitation(app), await smsCodeTo(app, mobile)]
      const register = (code: string) =>
        said(registers(app, { mobile, verificationCode, invitationCode: code }))
      return { guess: () => register('AAAAAAAAAA'), right: () => register(invitationCode) }
    },
  },
  'a code of the console': {
    of: ['consoleLogin.code'],
    tries: CONSOLE.codeFailures.max,
    wrong: 'CODE_WRONG',
    bounded: 'TOO_MANY',
    begin: async (app) => {
      app.clock.pass(CONSOLE.codeFailures.withinMs)
      const operatorId = demoOperatorId('listing', 2)
      const { code } = app.context.modules.staff.codes().find((each) => each.operatorId === operatorId)!
      const enter = (typed: string) => said(app.call('consoleLogin', { input: { operatorId, code: typed } }))
      return { guess: () => enter(WRONG), right: () => enter(code) }
    },
  },
  'a recovery code of the console': {
    of: ['beginBreakGlass.firstCode', 'beginBreakGlass.secondCode'],
    tries: CONSOLE.codeFailures.max,
    wrong: 'CODE_WRONG',
    bounded: 'TOO_MANY',
    begin: async (app) => {
      app.clock.pass(CONSOLE.codeFailures.withinMs)
      const [firstCode, secondCode] = await recoveryCodes(app)
      const enter = (typed: string) =>
        said(app.call('beginBreakGlass', { input: { firstCode: typed, secondCode } }))
      return { guess: () => enter(WRONG), right: () => enter(firstCode) }
    },
  },
  'an invitation to the console': {
    of: ['consoleAskEnrolment.code'],
    tries: CONSOLE.codeFailures.max,
    wrong: 'CODE_WRONG',
    bounded: 'TOO_MANY',
    begin: async (app) => {
      app.clock.pass(CONSOLE.codeFailures.withinMs)
      const { code } = await invited(app)
      const enter = (typed: string) => said(app.call('consoleAskEnrolment', { input: { code: typed } }))
      return { guess: () => enter(WRONG), right: () => enter(code) }
    },
  },
}
