import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { tenthsOf, yenOf } from '#kernel/price.ts'
import { MINUTE } from '#kernel/time.ts'
import { roundToTick } from '#modules/instruments/model/tick.ts'
import { LIMITS } from '#platform/limits.ts'
import { replayJournal } from '#server/journal-replay.fixture.ts'
import { newKey, reopen, startTestApp, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { farFrom, sweep } from '../model/sweep.ts'
import { oneTaps } from './one-tap.ts'

const PASSWORD = 'lamp-7Kq'
const TRANSACTION_PASSWORD = 'river-55'
const TAP_LIMITS = {
  mostYen: 450_000,
  mostShares: 200,
  perMinute: 30,
  idleMinutes: 5,
  takesLimit: true,
  takesMarket: false,
}

let app: TestApp
let code: string
/** A price that nobody sells at, a few ticks under the market: it waits. */
let price: number
beforeAll(async () => {
  const free = { perSecond: 1_000, burst: 1_000, perMinute: null }
  app = await startTestApp({ limits: { ...LIMITS, lanes: { orders: free, cancels: free, writes: free } } })
  ;[code] = (await app.affordable(1)) as [string]
  const { data } = await app.call('GET', `/api/stocks/${code}`)
  const last = tenthsOf(data.quote.last ?? data.quote.previousClose)
  price = yenOf(roundToTick(Math.round(last * 0.985), data.tickTable, 'down'))
}, 120_000)

let members = 0
/** A member with a transaction password, and the way to log in from a device. */
async function member() {
  const mobile = `090-6969-${String(++members).padStart(4, '0')}`
  const { token, userId } = await app.enrol(mobile, PASSWORD)
  const body = { newPassword: TRANSACTION_PASSWORD, confirmPassword: TRANSACTION_PASSWORD }
  await app.call('POST', '/api/auth/transaction-password', { token, body })
  return {
    userId,
    async device(deviceId = randomBytes(16).toString('hex')) {
      const { data } = await app.call('POST', '/api/auth/login', {
        body: { account: mobile, password: PASSWORD, deviceId },
      })
      return handset(data.token as string, deviceId)
    },
  }
}
type Handset = ReturnType<typeof handset>
function handset(token: string, deviceId: string) {
  const post = (path: string, body: object = {}, key = newKey()) =>
    app.call('POST', `/api${path}`, { token, body, key })
  const view = async () => (await app.call('GET', '/api/one-tap', { token })).data
  return {
    token,
    deviceId,
    post,
    view,
    arm: (limits: object = {}, transactionPassword = TRANSACTION_PASSWORD) =>
      post('/one-tap/arm', { ...TAP_LIMITS, ...limits, transactionPassword }),
    lock: () => post('/one-tap/lock'),
    tap: async (order: object = {}, key = newKey()) => {
      const { version } = await view()
      return post(
        '/orders/one-tap',
        {
          code,
          side: 'up',
          type: 'limit',
          quantity: 100,
          price,
          leverage: 1,
          limitsVersion: version,
          ...order,
        },
        key,
      )
    },
    orders: async () => (await app.call('GET', '/api/orders', { token })).data as { id: string }[],
  }
}
const said = async (answer: ReturnType<TestApp['call']>) => (await answer).data.rejection ?? 'taken'

describe('one-tap orders', () => {
  it('are off until the member has proven their will, and then hold for one session of one device', async () => {
    const owner = await member()
    const phone = await owner.device()
    expect(await phone.view()).toEqual({ limits: null, locksAt: null, version: 0 })
    expect(await said(phone.tap())).toBe('ONE_TAP_OFF')
    expect(await said(phone.arm({}, 'wrong-99'))).toBe('TRANSACTION_PASSWORD_WRONG')
    expect(await said(phone.post('/one-tap/arm', TAP_LIMITS))).toBe('TRANSACTION_PASSWORD_REQUIRED')
    expect(await said(phone.arm({ takesLimit: false }))).toBe('ONE_TAP_NOTHING')
    expect(await said(phone.tap())).toBe('ONE_TAP_OFF')

    const { data } = await phone.arm()
    expect(data).toMatchObject({ limits: TAP_LIMITS, version: 1 })
    expect(Date.parse(data.locksAt) - app.context.clock.wall()).toBeGreaterThan(4 * MINUTE)
    expect((await phone.tap()).data).toMatchObject({ status: 'pending', quantity: 100, price })

    const tablet = await owner.device()
    expect(await tablet.view()).toEqual({ limits: null, locksAt: null, version: 0 })
    expect(await said(tablet.tap({ limitsVersion: 1 }))).toBe('ONE_TAP_OFF')
    // The same device, logged in once more: its limits are there, and it is locked.
    const again = await owner.device(phone.deviceId)
    expect(await again.view()).toEqual({ limits: TAP_LIMITS, locksAt: null, version: 1 })
    expect(await said(again.tap())).toBe('ONE_TAP_LOCKED')
    expect((await phone.orders()).length).toBe(1)
  })

  it('keep to the limits of the member, beside every rule of the ticket', async () => {
    const phone = await (await member()).device()
    await phone.arm({ mostYen: Math.ceil(price * 150) })
    const dear = (await app.call('GET', `/api/stocks/${code}`)).data.quote
    for (const [order, rejection] of [
      [{ type: 'market', price: undefined }, 'ONE_TAP_KIND'],
      [{ quantity: 300 }, 'ONE_TAP_SHARES'],
      [{ quantity: 200 }, 'ONE_TAP_VALUE'],
      [{ limitsVersion: 9 }, 'ONE_TAP_CHANGED'],
      [{ quantity: 50 }, 'LOT_SIZE'],
      [{ price: undefined }, 'PRICE_REQUIRED'],
      [{ price: dear.lowerLimit - 100 }, 'ONE_TAP_FAR'],
      [{ side: 'down' }, 'SHORT_NEEDS_LEVERAGE_LEVEL'],
      [{ leverage: 2 }, 'LEVERAGE_ABOVE_LEVEL'],
    ] as const)
      expect(await said(phone.tap(order)), rejection).toBe(rejection)
    expect((await phone.tap({ triggerPrice: price })).status).toBe(400)
    expect(await phone.orders()).toEqual([])
    await phone.arm({ perMinute: 2 })
    expect([await said(phone.tap()), await said(phone.tap()), await said(phone.tap())]).toEqual([
      'taken',
      'taken',
      'ONE_TAP_TOO_FAST',
    ])
  })

  it('do not go far through the board unasked', async () => {
    const phone = await (await member()).device()
    await phone.arm({ mostYen: 100_000_000, mostShares: 1_000_000, takesMarket: true })
    // The issue that trades least has the thinnest board.
    const thin = (await app.affordable(200)).at(-1)!
    const market = { code: thin, type: 'market', price: undefined }
    const { tickTable } = await waitFor(
      async () => (await app.call('GET', `/api/stocks/${thin}`)).data,
      ({ quote }) => quote.state === 'trading',
    )
    const { data } = await app.call('GET', `/api/stocks/${thin}/depth`)
    const levels = (data.asks as [price: number, size: number][]).map(([price, size]): [number, number] => [
      Math.round(price * 10),
      size,
    ])
    // The board moves meanwhile: some more than what is far now.
    let quantity = 100
    while (farFrom(sweep(levels, 'up', quantity), quantity, tickTable) === null) quantity += 100
    expect(await said(phone.tap({ ...market, quantity: quantity + 3_000 }))).toBe('ONE_TAP_FAR')
    expect(await said(phone.tap({ ...market, quantity: 100 }))).toBe('taken')
    expect((await phone.orders()).length).toBe(1)
    // A limit far away, on either side of the market, is asked about as well.
    const { lowerLimit: lower, upperLimit: upper } = (await app.call('GET', `/api/stocks/${thin}`)).data.quote
    for (const limit of [lower, upper])
      expect(await said(phone.tap({ code: thin, price: limit }))).toBe('ONE_TAP_FAR')
    const through = { code: thin, price: levels.at(-1)![0] / 10, quantity: quantity + 3_000 }
    expect(await said(phone.tap(through))).toBe('ONE_TAP_FAR')
    expect((await phone.orders()).length).toBe(1)
  })

  it('sent twice at once under one key are one order; two fingers under two keys keep to the minute', async () => {
    const phone = await (await member()).device()
    const { data } = await phone.arm({ perMinute: 3 })
    const key = newKey()
    const { version } = data
    const twice = await Promise.all([
      phone.tap({ limitsVersion: version }, key),
      phone.tap({ limitsVersion: version }, key),
    ])
    expect(twice[0].data.id).toBe(twice[1].data.id)
    const many = await Promise.all(
      Array.from({ length: 6 }, () => said(phone.tap({ limitsVersion: version }))),
    )
    expect(many.filter((one) => one === 'taken').length).toBe(2)
    expect((await phone.orders()).length).toBe(3)
    // A question for its outcome is answered after the lock too, and is no second order.
    await phone.lock()
    expect((await phone.tap({ limitsVersion: version }, key)).data.id).toBe(twice[0].data.id)
    expect((await phone.orders()).length).toBe(3)
  })

  it('of a page that shows limits of before are refused by that name', async () => {
    const phone = await (await member()).device()
    const { version } = (await phone.arm()).data
    await phone.arm({ mostYen: 90_000_000, mostShares: 100_000 })
    expect(await said(phone.tap({ limitsVersion: version }))).toBe('ONE_TAP_CHANGED')
    expect(await said(phone.tap())).toBe('taken')
  })

  it('lock by a press, by a freeze for good, and by time; a logout ends them', async () => {
    const owner = await member()
    const phone = await owner.device()
    await phone.arm()
    expect((await phone.lock()).data).toMatchObject({ limits: TAP_LIMITS, locksAt: null })
    expect(await said(phone.tap())).toBe('ONE_TAP_LOCKED')

    await phone.arm()
    await phone.post('/auth/freeze')
    expect(['ACCOUNT_FROZEN', 'ONE_TAP_LOCKED']).toContain(await said(phone.tap()))
    expect(await said(phone.arm())).toBe('ACCOUNT_FROZEN')
    await waitFor(phone.view, ({ locksAt }) => locksAt === null)
    await phone.post('/auth/unfreeze', { transactionPassword: TRANSACTION_PASSWORD })
    expect(await said(phone.tap())).toBe('ONE_TAP_LOCKED')

    await phone.arm()
    await phone.post('/auth/logout')
    const order = { code, side: 'up', type: 'limit', quantity: 100, price, leverage: 1, limitsVersion: 3 }
    expect((await phone.post('/orders/one-tap', order)).status).toBe(401)
    const next = await owner.device(phone.deviceId)
    expect(await said(next.tap())).toBe('ONE_TAP_LOCKED')

    await next.arm({ idleMinutes: 1 })
    expect(await said(next.tap())).toBe('taken')
    const at = app.context.clock.wall() + MINUTE
    await app.call('POST', '/api/dev/clock', { body: { at: new Date(at).toISOString() } })
    expect((await next.view()).locksAt).toBeNull()
    expect(await said(next.tap())).toBe('ONE_TAP_LOCKED')
    expect((await next.post('/one-tap/off')).data).toEqual({ limits: null, locksAt: null, version: 0 })
    expect(await said(next.tap())).toBe('ONE_TAP_OFF')
  })

  it(
    'stand after a stop as they stood, and the journal makes the same again',
    { timeout: 120_000 },
    async () => {
      const owner = await member()
      const phone: Handset = await owner.device()
      await phone.arm()
      expect(await said(phone.tap())).toBe('taken')
      const before = app.context.engine.read.of(oneTaps).get(owner.userId)
      const { types, held, again } = await replayJournal(app)
      for (const type of ['one-tap.arm', 'one-tap.lock', 'one-tap.off', 'order.one-tap'])
        expect(types).toContain(type)
      expect(held['one_taps']!.length).toBeGreaterThan(3)
      expect(again['one_taps']).toEqual(held['one_taps'])
      expect(again['orders']).toEqual(held['orders'])
      const open = await reopen(app)
      expect(open.context.engine.read.of(oneTaps).get(owner.userId)).toEqual(before)
    },
  )
})
