import { afterAll, expect, it } from 'vitest'
import { addDays, dateJst, timeJst } from '#kernel/time.ts'
import { apiOf, must, registerMember, waitFor, type Api } from '../app/api.ts'
import { checkDurable } from '../app/durable.ts'
import { removeDir, startServer, temporaryDir } from '../app/start.ts'

let dataDir = ''
let stop: (() => Promise<void>) | null = null
afterAll(async () => {
  await stop?.()
  if (dataDir !== '') await removeDir(dataDir)
})

type Quote = { state: string; tradeDate: string; last: number | null; ask: number | null; lowerLimit: number }
type Stock = { code: string; quote: Quote }
const hours = { sessions: [['08:00', '09:00', '11:30']], preClosing: '11:25' }
const jumpTo = async (api: Api, at: number) =>
  must(await api.post('/dev/clock', { at: new Date(at).toISOString() }))

async function sign(api: Api, operatorId: string, from: string): Promise<{ status: string }> {
  const { code } = must(await api.get<{ operatorId: string; code: string }[]>('/dev/operators')).data.find(
    (each) => each.operatorId === operatorId,
  )!
  const { token } = must(
    await api.post<{ token: string }>('/console/auth/login', { operatorId, code }, null),
  ).data
  return must(
    await api
      .as(token)
      .post<{ status: string }>('/console/act', {
        power: 'hours.set',
        subject: `hours-${from}-1`,
        body: { from, until: from, ...hours },
        reason: { code: 'half-day' },
      }),
  ).data
}

it('kill -9 right after the second signature, and in the middle of the half-day: it is published once, and the day ends when it says', async () => {
  dataDir = await temporaryDir()
  const env = { SCHEDULE: 'tse', DEMO_DESK: 'off' }
  let app = await startServer({ dataDir, env })
  stop = () => app.kill()
  const { api: member, token } = await registerMember(app.url, app.invitationCode)
  const { today } = must(await member.get<{ today: string }>('/schedules')).data
  // The first weekday that may change, and no holiday: beyond two weeks every settlement of today is over.
  const closed = must(
    await member.get<{ date: string; market: boolean }[]>(
      `/schedules/days?from=${today}&to=${addDays(today, 40)}`,
    ),
  )
    .data.filter(({ market }) => !market)
    .map(({ date }) => date)
  let half = addDays(today, 15)
  while (closed.includes(half)) half = addDays(half, 1)
  expect((await sign(apiOf(app.url), 'demo-administrator-1', half)).status).toBe('open')
  expect((await sign(apiOf(app.url), 'demo-auditor-1', half)).status).toBe('carried-out')
  await app.kill()

  app = await startServer({ dataDir, env })
  const again = () => apiOf(app.url, token)
  expect(must(await again().get('/schedules')).data.hours.published).toMatchObject([
    { from: half, until: half, ...hours },
  ])
  await jumpTo(again(), timeJst(half, 10))
  const stocks = await waitFor(
    async () => must(await again().get<Stock[]>('/stocks?sort=turnover&limit=100')).data,
    (rows) => rows.filter(({ quote }) => quote.tradeDate === half && quote.ask !== null).length > 50,
    60_000,
  )
  const { code, quote } = stocks.find(({ quote: { ask } }) => ask !== null && ask < 3_000)!
  const order = (body: object) =>
    again().post<{ id: string; place: string; validUntil: string }>('/orders', {
      code,
      side: 'up',
      quantity: 100,
      leverage: 1,
      ...body,
    })
  const waiting = must(await order({ type: 'limit', price: quote.lowerLimit })).data
  await jumpTo(again(), timeJst(half, 11, 27))
  await app.kill()

  // The past of the exchange is lived again before it has heard of any table: the day's plan says its
  // hours.
  app = await startServer({ dataDir, env })
  const state = async () => must(await again().get<Stock>(`/stocks/${code}`)).data.quote
  expect(dateJst(Date.parse(must(await again().get('/health')).data.marketTime))).toBe(half)
  await waitFor(state, ({ tradeDate, last }) => tradeDate === half && last !== null, 30_000)
  await jumpTo(again(), timeJst(half, 11, 29, 56))
  await waitFor(
    async () => must(await again().get<{ status: string }>(`/orders/${waiting.id}`)).data.status,
    (status) => status === 'expired',
    30_000,
  )
  const late = must(await order({ type: 'market' })).data
  expect([late.place, late.validUntil > half]).toEqual(['held', true])
  const day = async () =>
    must(
      await again().get<{ days: { tradeDate: string; seed: string | null }[] }>('/market-days'),
    ).data.days.find(({ tradeDate }) => tradeDate === half)
  await waitFor(day, (one) => one !== undefined && one.seed !== null, 30_000)
  await app.stop()
  stop = null
  await checkDurable(dataDir)
}, 180_000)
