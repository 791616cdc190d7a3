import { afterAll, describe, expect, it } from 'vitest'
import { tenthsOf, yenOf } from '#kernel/price.ts'
import { nextTick } from '#modules/instruments/model/tick.ts'
import { accountIdentity, apiOf, logIn, must, waitFor, type Api } from '../app/api.ts'
import { removeDir, startServer, temporaryDir } from '../app/start.ts'

const STOPS = 20
/** The time from the print until the server is killed. */
const KILLED_AFTER_MS = process.env['TEST_LONG'] === '1' ? [0, 3, 6, 10, 15, 25, 40, 60, 100] : [0, 12, 30]

type Stock = {
  code: string
  tickTable: 'topix500' | 'other'
  quote: { last: number | null; ask: number | null; bid: number | null; state: string }
}

describe('kill -9 while a print fires stops', () => {
  let dataDir = ''
  afterAll(async () => {
    if (dataDir !== '') await removeDir(dataDir)
  })

  it(
    'each stop goes out once, before the kill or after it',
    { timeout: KILLED_AFTER_MS.length * 40_000 },
    async () => {
      dataDir = await temporaryDir()
      let app = await startServer({ dataDir, env: { DEMO_DESK: 'off' } })
      const tokens = await Promise.all(
        app.members.map(async ({ account, password }) => (await logIn(app.url, account, password)).token),
      )
      const members = () => tokens.map((token) => apiOf(app.url, token)) as [holder: Api, buyer: Api]
      let [holder, buyer] = members()
      let reached = 0

      for (const [round, afterMs] of KILLED_AFTER_MS.entries()) {
        const code = await busyIssue(app.url)
        const { quote, tickTable } = must(await apiOf(app.url).get(`/stocks/${code}`)).data as Stock
        // The price of the next purchase: an offer above the last price, else one tick above it.
        const triggerPrice =
          quote.ask! > quote.last! ? quote.ask! : yenOf(nextTick(tenthsOf(quote.last!), tickTable, 1))
        const placed: string[] = []
        let placedAt = ''
        for (let n = 0; n < STOPS; n++) {
          const answer = await holder.post('/orders', {
            code,
            side: 'up',
            type: 'stop',
            quantity: 100,
            triggerPrice,
            leverage: 1,
          })
          // The market may be there already: such a stop is refused.
          if (answer.code === 1) placed.push(answer.data.id)
          if (answer.code === 1) placedAt = answer.data.placedAt
          // Ten a second is the limit of one member (limits.ts).
          await new Promise((resolve) => setTimeout(resolve, 105))
        }
        const lift = () =>
          buyer.post('/orders', {
            code,
            side: 'up',
            type: 'market',
            quantity: 1_000,
            leverage: 3,
            timeInForce: 'ioc',
          })
        const lifted = lift().catch(() => null)
        await new Promise((resolve) => setTimeout(resolve, afterMs))
        await app.kill()
        await lifted

        app = await startServer({ dataDir, env: { DEMO_DESK: 'off' } })
        ;[holder, buyer] = members()
        const places = async () => {
          const orders = must(await holder.get('/orders?limit=500')).data as {
            id: string
            place: string | null
            type: string
            quantity: number
            filledQuantity: number
          }[]
          return orders.filter(({ id }) => placed.includes(id))
        }
        // Nobody has to buy again if the price was reached before the kill; if the buyer's order died with
        // the server, or was too small, somebody buys.
        const isReached = async () =>
          (
            must(await apiOf(app.url).get(`/stocks/${code}/trades`)).data as { at: string; price: number }[]
          ).some(({ at, price }) => price >= triggerPrice && Date.parse(at) > Date.parse(placedAt))
        let stops = await places()
        let wasReached = false
        for (let turn = 0; turn < 40 && stops.some(({ place }) => place === 'armed'); turn++) {
          wasReached ||= await isReached()
          if (!wasReached) await lift()
          await new Promise((resolve) => setTimeout(resolve, 250))
          stops = await places()
        }
        // A thick book, or a poor buyer, leaves the price where it is: then none may have gone out.
        const armed: string[] = []
        for (const { id } of stops.filter(({ place }) => place === 'armed')) {
          const answer = await holder.post(`/orders/${id}/cancel`)
          // One that went out in this very moment is at the exchange, and is only asked to come back.
          if (answer.data.status === 'cancelled') armed.push(id)
        }
        if (wasReached) expect(armed, `round ${round}: reached, and still waiting`).toEqual([])
        if (armed.length < placed.length) reached++
        expect(stops.map(({ id }) => id).toSorted(), `round ${round}: none lost`).toEqual(placed.toSorted())
        for (const order of stops) expect(order.filledQuantity).toBeLessThanOrEqual(order.quantity)
        const told = must(await holder.get('/messages?limit=500')).data.messages as {
          kind: string
          orderId: string
        }[]
        const released = told
          .filter(({ kind, orderId }) => kind === 'stopReleased' && placed.includes(orderId))
          .map(({ orderId }) => orderId)
        expect(released.toSorted(), `round ${round}: released once`).toEqual(
          placed.filter((id) => !armed.includes(id)).toSorted(),
        )
        const identity = await accountIdentity(holder)
        expect(identity.balances).toBe(identity.log)
      }
      expect(reached, 'a price was reached at least once').toBeGreaterThan(0)
      await app.stop()
    },
  )
})

/** The issue that trades most among those of which twenty orders find their money. */
async function busyIssue(url: string): Promise<string> {
  const found = await waitFor(
    async () =>
      (must(await apiOf(url).get('/stocks?sort=turnover&limit=200')).data as Stock[]).filter(
        ({ quote }) =>
          quote.ask !== null &&
          quote.bid !== null &&
          quote.last !== null &&
          quote.state === 'trading' &&
          quote.ask < 1_500,
      ),
    (rows) => rows.length > 0,
    30_000,
  )
  return found[0]!.code
}
