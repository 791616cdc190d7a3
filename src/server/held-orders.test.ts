import { beforeAll, expect, it } from 'vitest'
import { addDays, dateJst, timeJst } from '#kernel/time.ts'
import { tseCalendar } from '#modules/instruments/model/calendar.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { waitFor as untilSo } from './wait-for.fixture.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp({ env: { SCHEDULE: 'tse' } })
  ;({ token } = await app.enrol('090-5555-0311'))
}, 60_000)

type View = {
  id: string
  place: string | null
  status: string
  ordStatus: string
  filledQuantity: number
  validUntil: string
  reason: string | null
}
const jumpTo = async (at: number) =>
  expect((await app.call('POST', '/api/dev/clock', { body: { at: new Date(at).toISOString() } })).code).toBe(
    1,
  )
const order = async (id: string): Promise<View> =>
  (await app.call('GET', `/api/orders/${id}`, { token })).data
const place = async (body: object) =>
  app.call('POST', '/api/orders', { token, body: { code, side: 'up', quantity: 100, leverage: 1, ...body } })
let code = ''

const waitFor = (id: string, found: (view: View) => boolean): Promise<View> => untilSo(() => order(id), found)

/**
 * An issue so cheap that an order at twice its upper limit is within a new member's, once the exchange trades
 * it.
 */
async function trading(): Promise<string> {
  for (let turn = 0; turn < 200; turn++) {
    for (const found of await app.affordable(200).catch(() => [])) {
      const { quote } = (await app.call('GET', `/api/stocks/${found}`)).data
      if (quote.upperLimit <= 1_300) return found
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('nothing trades')
}

it(
  "orders of the evening are held, go to Tokyo's exchange at eight, and what is not filled lapses or is held for the next morning",
  { timeout: 60_000 },
  async () => {
    const day = tseCalendar.next(dateJst(app.context.clock.market()), 2)
    await jumpTo(timeJst(day, 10))
    code = await trading()
    const tomorrow = tseCalendar.next(day)
    const { lowerLimit, upperLimit } = (await app.call('GET', `/api/stocks/${code}`)).data.quote
    expect((await place({ type: 'limit', price: upperLimit, condition: 'at-open' })).data.rejection).toBe(
      'SESSION_OPENED',
    )

    await jumpTo(timeJst(day, 18))
    const atOpen = (await place({ type: 'market', condition: 'at-open' })).data as View
    const week = (
      await place({ type: 'limit', price: lowerLimit, validity: 'date', validUntil: addDays(day, 9) })
    ).data as View
    const unsent = (await place({ type: 'limit', price: Math.ceil(upperLimit * 2) })).data as View
    expect([atOpen.place, week.place, unsent.place, atOpen.validUntil]).toEqual([
      'held',
      'held',
      'held',
      tomorrow,
    ])
    expect((await place({ type: 'market', timeInForce: 'ioc' })).data.rejection).toBe('IOC_OUTSIDE_TRADING')

    await jumpTo(timeJst(tomorrow, 8, 58))
    await waitFor(atOpen.id, ({ place: at }) => at === 'venue')
    // Last night's close decides if its limit is inside the new day's; outside, it waits and says so.
    const morning = await waitFor(week.id, ({ place: at, reason }) => at === 'venue' || reason !== null)
    expect(['venue', 'held']).toContain(morning.place)
    expect((await waitFor(unsent.id, ({ reason }) => reason !== null)).place).toBe('held')

    await jumpTo(timeJst(tomorrow, 10))
    expect(['holding', 'expired']).toContain(
      (await waitFor(atOpen.id, ({ status }) => status !== 'pending')).status,
    )
    await jumpTo(timeJst(tomorrow, 16))
    expect(await waitFor(unsent.id, ({ status }) => status !== 'pending')).toMatchObject({
      status: 'expired',
    })
    if (morning.place === 'venue' && morning.filledQuantity === 0)
      await waitFor(week.id, ({ place: at, status }) => at === 'held' || status !== 'pending')
    expect(['pending', 'holding']).toContain((await order(week.id)).status)
  },
)
