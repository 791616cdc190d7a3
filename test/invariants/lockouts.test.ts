import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '#platform/http/route-handler.ts'
import { budgetOf, LIMITS, rateOf } from '#platform/limits.ts'
import { startApp, type AppContext, type Outcome } from './app.ts'
import {
  another,
  codeSentTo,
  expectGood,
  logsIn,
  newMember,
  newMobile,
  PASSWORD,
  said,
  smsCodeTo,
  withApp,
  withPasskey,
  WRONG,
} from './people.ts'

/**
 * Locks that strangers run up, and thieves who know the password, hurt them and nobody else: the member's own
 * devices and sessions go on, and a new device has a way in.
 */
let app: AppContext
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

/** A name as the app gives it to its device. */
const newDevice = () => `d${app.next()}`.padEnd(32, 'x')
const sessionOf = async (outcome: Promise<Outcome>): Promise<Caller> => {
  const { token } = (await expectGood(outcome)) as { token: string }
  return (await app.context.modules.identity.find(token))!
}
const enters = (mobile: string, more: object = {}): Promise<Caller> =>
  sessionOf(logsIn(app, mobile, PASSWORD, undefined, more))
const stepsUp = (as: Caller, oneTimeCode: string, more: object = {}): Promise<Outcome> =>
  app.call('stepUp', { as, input: { oneTimeCode, ...more } })
const lives = async (as: Caller): Promise<boolean> =>
  (
    await app.db.kysely
      .selectFrom('sessions')
      .select('endedAt')
      .where('id', '=', as.sessionId)
      .executeTakeFirstOrThrow()
  ).endedAt === null
/** A code of the session to the member's phone. */
const phoneCode = async (as: Caller, mobile: string): Promise<string> => {
  await expectGood(app.call('askFactorCode', { as, input: { for: 'step-up' } }))
  return codeSentTo(app, { mobile })
}

/** Logs in with the stolen password, again and again, and uses up every try at the app's codes. */
async function thiefGuessesCodes(mobile: string): Promise<Caller> {
  let thief = await enters(mobile, { deviceId: newDevice() })
  for (let tries = 0; tries < 2 * LIMITS.totp.failures; tries++) {
    expect(['CODE_WRONG', 'SMS_CODE_NEEDED', 'CODE_LOCKED']).toContain(await said(stepsUp(thief, '000000')))
    thief = await enters(mobile, { deviceId: newDevice() })
  }
  return thief
}

describe('a thief who knows the password, and guesses codes of the app', () => {
  it('keeps a device that has proven one before from nothing, also where it logs in anew', async () => {
    const { mobile, code } = await withApp(app)
    const deviceId = newDevice()
    await expectGood(stepsUp(await enters(mobile, { deviceId }), code()))
    app.clock.pass(60_000)
    await thiefGuessesCodes(mobile)
    expect(await said(stepsUp(await enters(mobile, { deviceId }), code()))).toBe('good')
  })

  it('keeps a new device out for no longer than a code takes to the phone', async () => {
    const { mobile, code } = await withApp(app)
    await thiefGuessesCodes(mobile)
    const own = await enters(mobile, { deviceId: newDevice() })
    expect(await said(stepsUp(own, code()))).toBe('SMS_CODE_NEEDED')
    const verificationCode = await phoneCode(own, mobile)
    expect(await said(stepsUp(own, code(), { verificationCode: another(verificationCode) }))).toBe(
      'VERIFICATION_INVALID',
    )
    expect(await said(stepsUp(own, code(), { verificationCode }))).toBe('good')
  })

  it('gets no more tries without the phone, and with it as few as before', async () => {
    const { mobile, code } = await withApp(app)
    const thief = await thiefGuessesCodes(mobile)
    expect(await said(stepsUp(thief, code()))).toBe('SMS_CODE_NEEDED')
    expect(await said(stepsUp(thief, code(), { verificationCode: '000000' }))).toBe('VERIFICATION_INVALID')
    const heard: string[] = []
    for (let tries = 0; tries < LIMITS.totp.failures; tries++) {
      const verificationCode = await phoneCode(thief, mobile)
      heard.push(await said(stepsUp(thief, 'none', { verificationCode })))
      heard.push(await said(stepsUp(thief, 'none', { verificationCode })))
    }
    expect(heard.slice(0, LIMITS.totp.failures - 1)).toEqual(
      Array.from({ length: LIMITS.totp.failures - 1 }, () => 'CODE_WRONG'),
    )
    expect(new Set(heard.slice(LIMITS.totp.failures - 1))).toEqual(new Set(['CODE_LOCKED']))
  })

  it('is told of as one of the others by a device whose proof a change of factors has ended', async () => {
    const { mobile, code, caller } = await withApp(app)
    const deviceId = newDevice()
    await expectGood(stepsUp(await enters(mobile, { deviceId }), code()))
    app.clock.pass(60_000)
    await expectGood(app.call('removeTotp', { as: caller, input: { oneTimeCode: code() } }))
    const { provenAt } = await app.db.kysely
      .selectFrom('knownDevices')
      .select((row) => row.fn.max('provenAt').as('provenAt'))
      .where('memberId', '=', caller.memberId)
      .executeTakeFirstOrThrow()
    expect(provenAt).toBe(null)
  })
})

describe('a thief who logs in by the password, again and again', () => {
  const { devices } = LIMITS.session
  it('ends no session that has proven a second factor, however many there are', async () => {
    const { mobile, code, caller } = await withApp(app)
    const proven = [caller]
    for (let n = 1; n < devices; n++) {
      proven.push(await sessionOf(stepsUp(await enters(mobile), code())))
      app.clock.pass(60_000)
    }
    const thieves = []
    for (let n = 0; n < 2 * devices; n++) thieves.push(await enters(mobile))
    expect(await Promise.all(proven.map(lives))).toEqual(proven.map(() => true))
    // Of them the newest alone: there is no place left.
    expect(await Promise.all(thieves.map(lives))).toEqual(thieves.map((_, n) => n === thieves.length - 1))
  })

  it('ends none by a word either: it takes what that session has proven', async () => {
    const { mobile, code, caller } = await withApp(app)
    const [thief, other] = [await enters(mobile), await enters(mobile)]
    const ends = (as: Caller, { sessionId }: Caller) =>
      said(app.call('endSession', { as, input: { sessionId } }))
    expect(await ends(thief, caller)).toBe('STEP_UP_NEEDED')
    expect((await app.call('endOtherSessions', { as: thief })).data).toEqual({ ended: 1 })
    expect([await lives(caller), await lives(other)]).toEqual([true, false])
    const again = await sessionOf(stepsUp(thief, code()))
    expect(await ends(again, caller)).toBe('good')
  })

  it('spends the codes by SMS of none of them', async () => {
    const { mobile, caller } = await withApp(app)
    const thief = await enters(mobile)
    for (let n = 0; n < LIMITS.smsCode.perMember[0]!.max; n++)
      await expectGood(app.call('askFactorCode', { as: thief, input: {} }))
    expect(await said(app.call('askFactorCode', { as: thief, input: {} }))).toBe('TOO_MANY_CODES')
    expect(await said(app.call('askFactorCode', { as: caller, input: {} }))).toBe('good')
    await smsCodeTo(app, newMobile(app), caller)
  })
})

describe('what a session counts for', () => {
  const [member, thief, again] = [
    { memberId: 'm1', sessionId: 's1', tradingUnlocked: true },
    { memberId: 'm1', sessionId: 's2', tradingUnlocked: false },
    { memberId: 'm1', sessionId: 's3', tradingUnlocked: false },
  ]
  it('the member, where it may trade: who may not takes neither rate nor places nor files of theirs', () => {
    expect([rateOf(member), budgetOf(member)]).toEqual(['m1', 'm1'])
    expect(new Set([member, thief, again].map(rateOf)).size).toBe(3)
    expect(budgetOf(thief)).not.toBe(budgetOf(member))
  })
  it('no more for whoever logs in anew: what is counted for long is counted together', () =>
    expect(budgetOf(again)).toBe(budgetOf(thief)))
  it('by its ticket for the socket too', async () => {
    const { caller } = await withApp(app)
    const redeemed = async (as: Caller) => {
      const { ticket } = (await expectGood(app.call('socketTicket', { as }))) as { ticket: string }
      return (await app.context.modules.identity.redeem(ticket))!.budget
    }
    expect(await redeemed(caller)).toBe(caller.memberId)
    expect(await redeemed({ ...caller, tradingUnlocked: false })).not.toBe(caller.memberId)
  })
})

describe('whoever guesses passwords behind the same address as a member', () => {
  const nat = () => `nat-${app.next()}`
  async function locks(mobile: string, address: string): Promise<void> {
    for (let tries = 0; tries <= LIMITS.login.perGuesser.failures; tries++)
      await logsIn(app, mobile, WRONG, address)
    expect(await said(logsIn(app, mobile, PASSWORD, address))).toBe('LOGIN_LOCKED')
  }
  const codeFor = async (mobile: string, deviceId: string, address: string): Promise<string> => {
    await expectGood(app.call('smsCode', { input: { mobile, deviceId, for: 'login' }, address }))
    return codeSentTo(app, { mobile })
  }

  it('keeps their new device out for no longer than a code takes to the phone', async () => {
    const [{ mobile }, address, deviceId] = [await newMember(app), nat(), newDevice()]
    await locks(mobile, address)
    const verificationCode = await codeFor(mobile, deviceId, address)
    const login = (more: object, password = PASSWORD) => said(logsIn(app, mobile, password, address, more))
    expect(await login({ deviceId, verificationCode: another(verificationCode) })).toBe(
      'VERIFICATION_INVALID',
    )
    // Good where it was asked for, and for nothing else.
    expect(await login({ deviceId: newDevice(), verificationCode })).toBe('VERIFICATION_INVALID')
    expect(await login({ deviceId, verificationCode }, WRONG)).toBe('LOGIN_FAILED')
    expect(await login({ deviceId, verificationCode })).toBe('good')
  })

  it('learns by it of no number whether it is a member’s', async () => {
    const [{ mobile }, address] = [await newMember(app), nat()]
    const heard = []
    for (const account of [mobile, newMobile(app)]) {
      await locksBlindly(account, address)
      const deviceId = newDevice()
      const verificationCode = await codeFor(account, deviceId, address)
      heard.push([
        await said(
          logsIn(app, account, WRONG, address, { deviceId, verificationCode: another(verificationCode) }),
        ),
        await said(logsIn(app, account, WRONG, address, { deviceId, verificationCode })),
      ])
    }
    expect(heard[1]).toEqual(heard[0])
  })
  async function locksBlindly(mobile: string, address: string): Promise<void> {
    for (let tries = 0; tries < LIMITS.login.perGuesser.failures; tries++)
      await logsIn(app, mobile, WRONG, address)
  }

  it('who holds the phone has as few tries as anybody else', async () => {
    const [{ mobile }, address, deviceId] = [await newMember(app), nat(), newDevice()]
    const heard = []
    for (let tries = 0; tries <= LIMITS.login.perGuesser.failures; tries++) {
      const verificationCode = await codeFor(mobile, deviceId, `${address} ${tries}`)
      heard.push(await said(logsIn(app, mobile, WRONG, address, { deviceId, verificationCode })))
    }
    expect(heard.at(-1)).toBe('LOGIN_LOCKED')
    const verificationCode = await codeFor(mobile, deviceId, `${address} last`)
    expect(await said(logsIn(app, mobile, PASSWORD, address, { deviceId, verificationCode }))).toBe(
      'LOGIN_LOCKED',
    )
  })

  it('spends what the address has of tries, and neither a device that was in nor a passkey asks for one', async () => {
    const [{ mobile }, address, deviceId] = [await newMember(app), nat(), newDevice()]
    await enters(mobile, { deviceId })
    for (let tries = 0; tries < LIMITS.login.perAddress[0]!.max; tries++)
      await logsIn(app, newMobile(app), WRONG, address)
    expect(await said(logsIn(app, mobile, PASSWORD, address))).toBe('TOO_MANY')
    expect(await said(logsIn(app, mobile, PASSWORD, address, { deviceId }))).toBe('good')
    expect(await said(app.call('askLoginPasskey', { address }))).toBe('good')
    const { device } = await withPasskey(app)
    const challenge = (await expectGood(app.call('askLoginPasskey', { address }))) as Parameters<
      typeof device.sign
    >[0]
    expect(
      await said(
        app.call('loginByPasskey', { input: { proof: device.sign(challenge, 'login', {}) }, address }),
      ),
    ).toBe('good')
  })
})
