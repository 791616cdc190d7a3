import { afterAll, expect, it } from 'vitest'
import { schedules } from '#modules/instruments/model/schedule.ts'
import { dayTimes } from '#modules/daytrade/model/times.ts'
import { SECOND } from '#kernel/time.ts'
import { apiOf, logIn, must, waitFor, type Api } from '../app/api.ts'
import { checkDurable } from '../app/durable.ts'
import { removeDir, startServer, temporaryDir } from '../app/start.ts'

let dataDir = ''
afterAll(async () => {
  if (dataDir !== '') await removeDir(dataDir)
})

type Row = { code: string; longPrice: number | null; longLeft: number; stale: boolean }
type Order = { id: string; lotId: string | null; origin: string; condition: string; status: string }
const closings = async (api: Api): Promise<Order[]> =>
  (must(await api.get('/orders?limit=100')).data as Order[]).filter(({ origin }) => origin === 'day-close')

it('kill -9 in the middle of the run of 15:25: every day lot goes into the closing auction once', async () => {
  dataDir = await temporaryDir()
  let app = await startServer({ dataDir })
  const members = await Promise.all(
    app.members.map(({ account, password }) => logIn(app.url, account, password)),
  )
  const guest = () => apiOf(app.url)
  // The demo desk publishes the day's inventory.
  const { listingId, tradeOn, rows } = (
    await waitFor(
      () => guest().get('/day-trades'),
      ({ data }) => data?.status === 'open',
      30_000,
    )
  ).data as { listingId: string; tradeOn: string; rows: Row[] }
  const priced = rows.filter(({ longPrice, stale }) => longPrice !== null && !stale)
  for (const { api } of members) {
    for (const { code } of priced) {
      const quote = must(await api.get(`/stocks/${code}`)).data.quote as { upperLimit: number }
      // Whoever may not trade on margin is refused by name.
      await api.post('/day-trades/apply', {
        listingId,
        code,
        side: 'up',
        units: 1,
        price: quote.upperLimit,
        leverage: 1.5,
      })
    }
  }
  const dayLots = async (api: Api) =>
    (must(await api.get('/lots?status=open')).data as { id: string; source: string }[])
      .filter(({ source }) => source === 'day-trade')
      .map(({ id }) => id)
  const decided = async () =>
    (
      await Promise.all(
        members.map(
          async ({ api }) => must(await api.get('/day-trades/applications')).data as { status: string }[],
        ),
      )
    ).flat()
  await waitFor(decided, (all) => all.length > 0 && all.every(({ status }) => status !== 'applying'))
  const held = await Promise.all(members.map(({ api }) => dayLots(api)))
  expect(held.flat().length).toBeGreaterThan(3)

  const { closeAt } = dayTimes(schedules['always-open'], tradeOn)
  // The clock stands a moment before: the run and the kill come together.
  must(await guest().post('/dev/clock', { at: new Date(closeAt - SECOND).toISOString() }))
  await new Promise((resolve) => setTimeout(resolve, 1_000 + Math.random() * 300))
  await app.kill()
  // Named, the schedule is left alone: the clock stays in pre-closing.
  app = await startServer({ dataDir, env: { SCHEDULE: 'always-open' } })
  const again = members.map(({ token }) => apiOf(app.url, token))
  const sent = await waitFor(
    () => Promise.all(again.map(closings)),
    (all) => all.flat().length >= held.flat().length,
  )
  for (const [n, own] of held.entries()) {
    expect(sent[n]!.map(({ lotId }) => lotId).toSorted()).toEqual(own.toSorted())
    expect(sent[n]!.every(({ condition }) => condition === 'at-close')).toBe(true)
  }
  await app.stop()
  await checkDurable(dataDir)
}, 120_000)
