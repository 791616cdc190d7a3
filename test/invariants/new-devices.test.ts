import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, HOUR } from '#kernel/time.ts'
import { accessNews } from '#modules/identity/server/access-news.ts'
import { startApp, type AppContext } from './app.ts'
import { expectGood, newMember, PASSWORD, TRANSACTION_PASSWORD, withPasskey, withPassword } from './people.ts'

/** The person who weighs a withdrawal is shown a new device; one that fails the check stops its time. */
let app: AppContext
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const STRONG = (letter: string) => letter.repeat(32)
const logsIn = async (mobile: string, deviceId: string) => {
  const { token } = (await expectGood(
    app.call('login', {
      input: { account: mobile, password: PASSWORD, deviceId },
      address: `home-${app.next()}`,
    }),
  )) as { token: string }
  return (await app.context.modules.identity.find(token))!
}
const newest = async (memberId: string) =>
  (await accessNews({ db: app.db, config: app.context.config }, memberId)).deviceAt
const now = () => app.clock.machine()

describe('whoever has the password alone', () => {
  it('makes no device new, under whatever name and however often', async () => {
    const { id, mobile } = await newMember(app)
    for (let days = 0; days < 4; days++) {
      for (const deviceId of [`weak-${days}`, STRONG('abcd'[days]!), '']) await logsIn(mobile, deviceId)
      expect(await newest(id)).toBeNull()
      app.clock.pass(DAY)
    }
  })

  it('makes no device old: it is new when it first proves more', async () => {
    const { id, mobile } = await withPassword(app)
    await logsIn(mobile, STRONG('e'))
    app.clock.pass(5 * DAY)
    const caller = await logsIn(mobile, STRONG('e'))
    expect(await newest(id)).toBeNull()
    const input = { transactionPassword: TRANSACTION_PASSWORD }
    const proves = () =>
      app.context.modules.identity.proveStepUp({ caller, input, key: '' }, 'account.unfreeze', {})
    expect(await proves()).toMatchObject({ ok: true })
    expect(await newest(id)).toBe(now())
    app.clock.pass(HOUR)
    const proven = now() - HOUR
    expect(await proves()).toMatchObject({ ok: true })
    expect(await newest(id), 'once').toBe(proven)
    await logsIn(mobile, STRONG('f'))
    expect(await newest(id), 'and a login that proves nothing makes it no newer').toBe(proven)
  })
})

describe('a passkey', () => {
  it('makes the device new on which it logs in, or steps up; never the first one of all', async () => {
    const { caller, device } = await withPasskey(app)
    const { memberId } = caller
    expect(await newest(memberId), 'the device of the registration').toBeNull()

    const { mobile } = await app.db.kysely
      .selectFrom('credentials')
      .select('mobile')
      .where('memberId', '=', memberId)
      .executeTakeFirstOrThrow()
    app.clock.pass(DAY)
    const view = await logsIn(mobile, STRONG('g'))
    expect(await newest(memberId)).toBeNull()
    const asked = (await expectGood(
      app.call('askPasskey', { as: view, input: { action: 'step-up' } }),
    )) as Parameters<typeof device.sign>[0]
    await expectGood(app.call('stepUp', { as: view, input: { proof: device.sign(asked, 'step-up', {}) } }))
    const steppedUp = now()
    expect(await newest(memberId)).toBe(steppedUp)

    app.clock.pass(DAY)
    const challenge = (await expectGood(app.call('askLoginPasskey'))) as Parameters<typeof device.sign>[0]
    await expectGood(
      app.call('loginByPasskey', {
        input: { proof: device.sign(challenge, 'login', {}), deviceId: STRONG('h') },
      }),
    )
    expect(await newest(memberId)).toBe(steppedUp + DAY)
  })
})
