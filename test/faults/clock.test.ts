import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR, SECOND } from '#kernel/time.ts'
import type { OpenHouse } from '#server/house.ts'
import { newKey, reopen, testHouse, type TestHouse } from '#server/test-house.ts'
import { until } from '../house/api.ts'

/** Somebody sets the machine's clock while members trade (threat T23). */
const MOBILE = '090-2323-0001'
let set = 0
const machine = () => Date.now() + set
let house: TestHouse
let again: OpenHouse
let code: string
beforeAll(async () => {
  house = await testHouse({ machine })
  await house.enrol(MOBILE)
  ;[code] = await house.affordable(1) as [string]
})
afterAll(async () => {
  await again.stop()
  rmSync(house.house.config.dataDir, { recursive: true, force: true })
})

const key = () => newKey(machine())
const logIn = async () => (await house.call('POST', '/api/auth/login', { body: { account: MOBILE, password: 'lamp-7Kq' } })).data.token as string
const orderOf = (token: string, body = {}) => house.call('POST', '/api/orders?lang=en', { token, key: key(), body: { code, side: 'up', type: 'market', quantity: 100, leverage: 1, ...body } })
const limitOrder = async (token: string) => orderOf(token, { type: 'limit', price: (await house.call('GET', `/api/stocks/${code}`)).data.quote.lowerLimit })
const status = async () => (await house.call('GET', '/api/health')).data.status

describe('a clock that is set', () => {
  it.each([['back', -3 * SECOND], ['forward', 3 * SECOND], ['back', -HOUR]])('%s by %i ms: orders wait by name, cancels go through, and all is well when it is right again', async (_where, byMs) => {
    const token = await logIn()
    const resting = (await limitOrder(token)).data
    set = byMs
    const refused = await orderOf(token)
    expect([refused.status, refused.headers.get('retry-after'), refused.data]).toEqual([503, '1', null])
    expect(refused.msg).toMatch(/^Our machine’s clock has just been set/)
    expect(await status()).toBe('clock-unsure')
    expect((await house.call('POST', `/api/orders/${resting.id}/cancel`, { token, key: key() })).code).toBe(1)
    expect((await house.call('GET', '/api/account', { token })).code).toBe(1)

    set = 0
    const taken = await until(() => orderOf(token), (answer) => answer.status === 200)
    // An hour is longer than the unlock lasts without use.
    if (byMs === -HOUR) expect(taken.data.rejection).toBe('TRADING_LOCKED')
    else expect(taken.code).toBe(1)
    expect(await status()).toBe('ok')
  })

  it('forward and back again: what the journal has seen stays seen, over a restart too', async () => {
    const token = await logIn()
    const resting = (await limitOrder(token)).data
    set = HOUR
    expect((await orderOf(token)).status).toBe(503)
    expect((await house.call('POST', `/api/orders/${resting.id}/cancel`, { token, key: key() })).code).toBe(1)
    set = 0
    expect(await status()).toBe('clock-unsure')

    again = await reopen(house, { machine })
    const health = await fetch(`http://localhost:${again.port}/api/health`)
    expect([health.status, (await health.json() as { data: { status: string } }).data.status]).toEqual([503, 'clock-unsure'])
  })
})
