import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, SECOND, type Ms } from '#kernel/time.ts'
import { testDatabase } from '#platform/database/test-database.ts'
import { openingAt, preOpenAt, schedules } from '#modules/instruments/model/schedule.ts'
import type { Opened } from './listing-app.ts'
import { apiOf, must, registerMember, waitFor, type Api } from '../app/api.ts'

/** About how long the exchange takes to take an issue in. */
const JOINING_MS = 3

/**
 * kill -9 around the listing of an issue: decided or not, on the exchange or not yet, before and after its
 * first price.
 */
const schedule = schedules['always-open']
let folder: string
let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'akari-listing-'))
  database = await testDatabase()
})
afterAll(async () => {
  await running?.kill()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

type Running = {
  api: Api
  url: string
  invitationCode: string
  tradeDate: string
  list(code: string, issueOn: string): Promise<boolean | string>
  kill(): Promise<void>
}
let running: Running | null = null

async function start(): Promise<Running> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'listing-app.ts')], {
    env: { ...process.env, DATA_DIR: folder, APP_DATABASE: JSON.stringify(database.config), DEMO: 'true' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const said = async () => JSON.parse((await lines.next()).value as string)
  const { port, invitationCode, tradeDate } = (await said()) as Opened
  const url = `http://localhost:${port}`
  running = {
    url,
    invitationCode,
    tradeDate,
    api: apiOf(url),
    async list(code, issueOn) {
      child.stdin.write(`${JSON.stringify({ code, issueOn })}\n`)
      return (await said()).listed
    },
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
  return running
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const jumpTo = async (api: Api, at: Ms) =>
  must(await api.post('/dev/clock', { at: new Date(at).toISOString() }))
type Stock = {
  quote: { last: number | null; open: number | null; firstDay: boolean; state: string; tradeDate: string }
}
const stock = async (api: Api, code: string): Promise<Stock | null> =>
  (await api.get<Stock>(`/stocks/${code}`)).data
/** True if it is on the exchange; it is once. */
const onExchange = async (api: Api, code: string) =>
  must(await api.get<{ code: string }[]>(`/stocks?query=${code}`)).data.filter((one) => one.code === code)
    .length

it(
  'killed while it is listed, while it joins, before and after its first price: it is there once and goes on',
  { timeout: 180_000 },
  async () => {
    let app = await start()
    const issueOn = addDays(app.tradeDate, 1)
    const { token } = await registerMember(app.url, app.invitationCode)
    // Decided: what was answered is there, whatever happens next.
    expect(await app.list('T100', issueOn)).toBe(true)
    await app.kill()
    app = await start()
    expect(await app.list('T100', issueOn)).toBe('CODE_LISTED')
    expect(await onExchange(app.api, 'T100')).toBe(0)

    // It takes orders; the member's waits for the first price.
    await jumpTo(app.api, preOpenAt(schedule, issueOn) + SECOND)
    await waitFor(
      () => stock(app.api, 'T100'),
      (one) => one !== null,
    )
    const placed = must(
      await app.api
        .as(token)
        .post('/orders', {
          code: 'T100',
          side: 'up',
          type: 'limit',
          price: 3_000,
          quantity: 100,
          leverage: 1,
        }),
    ).data
    await jumpTo(app.api, openingAt(schedule, issueOn) - SECOND)
    const first = await waitFor(
      () => stock(app.api, 'T100'),
      (one) => one !== null && (one.quote.last !== null || one.quote.state === 'special'),
    )
    await app.kill()

    // The same quote stands, or the same first price, and the order was filled at it or still waits for it.
    app = await start()
    const again = await waitFor(
      () => stock(app.api, 'T100'),
      (one) => one !== null,
    )
    expect(again!.quote.firstDay).toBe(true)
    if (first!.quote.open !== null) expect(again!.quote.open).toBe(first!.quote.open)
    const order = await waitFor(
      async () => (await app.api.as(token).get(`/orders/${placed.id}`)).data,
      ({ status }) => (again!.quote.open === null ? status === 'pending' : status === 'holding'),
    )
    const trades = must(await app.api.get<{ no: number; price: number }[]>('/stocks/T100/trades')).data
    if (order.status === 'holding')
      expect(
        must(await app.api.as(token).get<{ openPrice: number }[]>('/lots?status=open')).data.map(
          ({ openPrice }) => openPrice,
        ),
      ).toEqual([again!.quote.open])
    else expect(trades).toEqual([])

    // On a day that is on: killed in the moment in which the exchange takes it in.
    expect(await app.list('T200', addDays(issueOn, -2))).toBe(true)
    await pause(JOINING_MS)
    await app.kill()
    app = await start()
    const joined = await waitFor(
      () => stock(app.api, 'T200'),
      (one) => one !== null,
    )
    expect([joined!.quote.tradeDate, await onExchange(app.api, 'T200')]).toEqual([issueOn, 1])
  },
)
