import { afterAll, describe, expect, it } from 'vitest'
import { tenthsOf, yenOf } from '#kernel/price.ts'
import { nextTick } from '#rooms/instruments/model/tick.ts'
import { accountIdentity, apiOf, logIn, must, until, type Registered } from '../house/api.ts'
import { removeDir, startHouse, temporaryDir } from '../house/start.ts'

const STOPS = 20
/** How long after the print the house is killed. */
const KILLED_AFTER_MS = process.env['TEST_LONG'] === '1' ? [0, 3, 6, 10, 15, 25, 40, 60, 100] : [0, 12, 30]

type Stock = { code: string; tickTable: 'topix500' | 'other'; quote: { last: number | null; ask: number | null; bid: number | null; state: string } }

describe('kill -9 while a print fires stops', () => {
  let dataDir = ''
  afterAll(async () => {
    if (dataDir !== '') await removeDir(dataDir)
  })

  it('each stop goes out once, before the kill or after it', { timeout: KILLED_AFTER_MS.length * 40_000 }, async () => {
    dataDir = await temporaryDir()
    let house = await startHouse({ dataDir })
    let [holder, buyer] = await Promise.all(house.members.map(({ account, password }) => logIn(house.url, account, password))) as [Registered, Registered]

    for (const [round, afterMs] of KILLED_AFTER_MS.entries()) {
      const code = await quietIssue(house.url)
      const { quote, tickTable } = must(await apiOf(house.url).get(`/stocks/${code}`)).data as Stock
      const triggerPrice = yenOf(nextTick(tenthsOf(Math.max(quote.last!, quote.ask!)), tickTable, 2))
      const placed: string[] = []
      let placedAt = ''
      for (let n = 0; n < STOPS; n++) {
        const order = must(await holder.api.post('/orders', { code, side: 'up', type: 'stop', quantity: 100, triggerPrice, leverage: 1 })).data
        placed.push(order.id)
        placedAt = order.placedAt
        // Ten a second is the limit of one member (limits.ts).
        await new Promise((resolve) => setTimeout(resolve, 105))
      }
      const lift = () => buyer.api.post('/orders', { code, side: 'up', type: 'limit', quantity: 5_000, price: triggerPrice, leverage: 1 })
      const lifted = lift().catch(() => null)
      await new Promise((resolve) => setTimeout(resolve, afterMs))
      await house.kill()
      await lifted

      house = await startHouse({ dataDir })
      holder = { ...holder, api: apiOf(house.url, holder.token) }
      buyer = { ...buyer, api: apiOf(house.url, buyer.token) }
      const places = async () => {
        const orders = must(await holder.api.get('/orders?limit=500')).data as { id: string; place: string | null; type: string; quantity: number; filledQuantity: number }[]
        return orders.filter(({ id }) => placed.includes(id))
      }
      // Where the price was reached before the kill, nobody has to buy again; where the buyer's order died with the house, or was too small, somebody buys.
      const isReached = async () => (must(await apiOf(house.url).get(`/stocks/${code}/trades`)).data as { at: string; price: number }[])
        .some(({ at, price }) => price >= triggerPrice && Date.parse(at) > Date.parse(placedAt))
      const pushed = await until(async () => {
        const stops = await places()
        if (!(await isReached())) await lift()
        return stops
      }, (stops) => stops.every(({ place }) => place !== 'armed'), 15_000)

      expect(pushed.map(({ id }) => id).toSorted(), `round ${round}: none lost`).toEqual(placed.toSorted())
      for (const order of pushed) expect(order.filledQuantity).toBeLessThanOrEqual(order.quantity)
      const told = must(await holder.api.get('/messages?limit=500')).data.messages as { kind: string; orderId: string }[]
      const released = told.filter(({ kind, orderId }) => kind === 'stopReleased' && placed.includes(orderId)).map(({ orderId }) => orderId)
      expect(released.toSorted(), `round ${round}: released once`).toEqual(placed.toSorted())
      const identity = await accountIdentity(holder.api)
      expect(identity.balances).toBe(identity.log)
    }
    await house.stop()
  })
})

/** One of the cheapest issues that trade: twenty orders find their money. */
async function quietIssue(url: string): Promise<string> {
  const found = await until(async () => (must(await apiOf(url).get('/stocks?sort=turnover&limit=200')).data as Stock[])
    .filter(({ quote }) => quote.ask !== null && quote.bid !== null && quote.last !== null && quote.state === 'trading')
    .toSorted((a, b) => a.quote.ask! - b.quote.ask!), (rows) => rows.length > 0, 30_000)
  return found[0]!.code
}
