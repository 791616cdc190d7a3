import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, SECOND, timeJst, type DateJst, type Ms } from '#kernel/time.ts'
import { firstWorth } from '#modules/instruments/model/new-issue.ts'
import { openingAt, preOpenAt } from '#modules/instruments/model/schedule.ts'
import { extraModule, listIssue, newIssue } from './new-issue.fixture.ts'
import { replayJournal } from './journal-replay.fixture.ts'
import type { RunningApp } from './app.ts'
import { newKey, reopen, startTestApp, type AnyJson } from './test-app.ts'
import { waitFor } from './wait-for.fixture.ts'

type Quote = {
  last: number | null
  open: number | null
  state: string
  firstDay: boolean
  tradeDate: string
  previousClose: number
  upperLimit: number
  lowerLimit: number
  indication: object | null
}
type Bar = { at: string; source: string; open: number; close: number }

let open: RunningApp
let token: string
/**
 * The issue date of two issues: one is worth about its offer price and opens at once, the other looks for its
 * first price for a long time.
 */
let issueOn: DateJst
let calm: string
let sought: string

const OFFER_YEN = 1_000
/** At whatever port the server has now. */
async function call(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; code: number; data: AnyJson }> {
  const headers = {
    token,
    ...(method === 'GET' ? {} : { 'idempotency-key': newKey(), 'content-type': 'application/json' }),
  }
  const response = await fetch(`http://localhost:${open.port}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, ...((await response.json()) as { code: number; data: AnyJson }) }
}
const get = async (path: string) => (await call('GET', path)).data
const stock = (code: string) =>
  get(`/api/stocks/${code}?lang=en`) as Promise<{
    name: string
    quote: Quote
    tickTable: string
    sharesOutstanding: number
  } | null>
const quoteOf = async (code: string): Promise<Quote | undefined> => (await stock(code))?.quote
const bars = (code: string, interval: string) =>
  get(`/api/stocks/${code}/bars?interval=${interval}`) as Promise<Bar[]>
const found = async (query: string) =>
  ((await get(`/api/stocks?lang=en&${query}`)) as { code: string }[]).map(({ code }) => code)
const place = async (code: string, terms: object) =>
  (await call('POST', '/api/orders', { code, side: 'up', quantity: 100, leverage: 1, ...terms })).data
const jumpTo = async (at: Ms) =>
  expect((await call('POST', '/api/dev/clock', { at: new Date(at).toISOString() })).code).toBe(1)
beforeAll(async () => {
  const app = await startTestApp({ env: { DEMO_DESK: 'off' }, extraModule })
  open = app
  ;({ token } = await app.enrol('090-5555-0940'))
  issueOn = addDays(open.modules.market.phase().tradeDate, 1)
  const seed = open.context.config.keys.market.toString('hex')
  const codes = Array.from({ length: 400 }, (_, n) => `T${String(n + 100)}`)
  const worth = (code: string) => firstWorth(seed, code, OFFER_YEN * 10) / (OFFER_YEN * 10)
  calm = codes.find((code) => Math.abs(worth(code) - 1) < 0.03)!
  sought = codes.find((code) => worth(code) > 1.25)!
}, 60_000)

describe('an issue that is listed while the server runs', { timeout: 60_000 }, () => {
  it('is listed once, and is not there before its day', async () => {
    for (const code of [calm, sought])
      expect((await listIssue(open, newIssue(code, issueOn))).result).toEqual({ ok: true, answer: code })
    expect((await listIssue(open, newIssue(calm, addDays(issueOn, 3)))).result).toMatchObject({
      ok: false,
      rejection: 'CODE_LISTED',
      module: 'instruments',
    })
    expect(
      (await listIssue(open, newIssue(open.modules.instruments.all()[0]!.code, issueOn))).result,
    ).toMatchObject({ rejection: 'CODE_LISTED' })
    expect((await listIssue(open, newIssue('S999', issueOn, { offerTenths: 10_001 }))).result).toMatchObject({
      rejection: 'OFFER_OFF_TICK',
    })
    expect(open.modules.instruments.nameOf(calm, 'en')).toBe(`Hoshimi ${calm}`)
    expect((await call('GET', `/api/stocks/${calm}`)).status).toBe(404)
    expect([await found(`query=${calm}`), await found(`codes=${calm}`)]).toEqual([[], []])
    expect((await place(calm, { type: 'limit', price: OFFER_YEN })).rejection).toBe('UNKNOWN_ISSUE')
  })

  it('takes orders on its issue date, limit orders alone, a quarter to four times the offer', async () => {
    await jumpTo(preOpenAt(open.context.schedule, issueOn) + SECOND)
    const quote = (await waitFor(
      () => quoteOf(calm),
      (one) => one !== undefined,
    ))!
    expect(quote).toMatchObject({
      last: null,
      firstDay: true,
      state: 'pre-open',
      tradeDate: issueOn,
      previousClose: OFFER_YEN,
      lowerLimit: 250,
      upperLimit: 4_000,
    })
    expect(await stock(calm)).toMatchObject({
      name: `Hoshimi ${calm}`,
      tickTable: 'other',
      sharesOutstanding: 8_000_000,
    })
    expect(await found(`query=${calm}`)).toEqual([calm])
    expect(await found('sector=electronics&limit=300')).toContain(calm)
    const lists = (await get('/api/watchlists')).lists as { id: string }[]
    const list = lists[0]?.id ?? (await call('POST', '/api/watchlists', { name: 'mine' })).data.lists[0].id
    expect((await call('POST', `/api/watchlists/${list}/add`, { code: calm })).code).toBe(1)
    expect(await bars(calm, '1d')).toEqual([])
    expect(await bars(calm, '5m')).toEqual([])
    expect((await place(calm, { type: 'market' })).rejection).toBe('LIMIT_ORDERS_ONLY')
    expect(await place(calm, { type: 'limit', price: 1_100 })).toMatchObject({ status: 'pending' })
  })

  it('finds its first price in the opening auction, or by special quotes; a restart before it changes nothing', async () => {
    await jumpTo(openingAt(open.context.schedule, issueOn) - SECOND)
    const opened = await waitFor(
      () => quoteOf(calm),
      (one) => one?.last !== null,
    )
    expect(Math.abs(opened!.open! / OFFER_YEN - 1)).toBeLessThan(0.1)
    expect((await get(`/api/stocks/${calm}/trades`)).at(-1)).toMatchObject({
      no: 1,
      aggressor: 'auction',
      price: opened!.open,
    })
    const lot = await waitFor(
      () => get('/api/lots?status=open') as Promise<{ code: string; openPrice: number }[]>,
      (lots) => lots.some(({ code }) => code === calm),
    )
    expect(lot.find(({ code }) => code === calm)!.openPrice).toBe(opened!.open)

    const before = (await waitFor(
      () => quoteOf(sought),
      (one) => one?.indication !== null,
    ))!
    expect(before).toMatchObject({ last: null, firstDay: true, state: 'special' })
    open = await reopen(open, { extraModule })
    const after = (await waitFor(
      () => quoteOf(sought),
      (one) => one !== undefined,
    ))!
    expect(after).toMatchObject({ last: null, firstDay: true, state: 'special', indication: { side: 'buy' } })
    expect(await bars(sought, '1d')).toEqual([])
    // The day's limits count from the first price, its change from the offer price.
    expect(await quoteOf(calm)).toMatchObject({ open: opened!.open, previousClose: OFFER_YEN })
  })

  it('switched off over its first hours it has no invented past', async () => {
    await jumpTo(openingAt(open.context.schedule, issueOn) + 3 * 3_600_000)
    await waitFor(
      () => quoteOf(sought),
      (one) => one?.indication !== null,
    )
    expect([await bars(sought, '1m'), await bars(sought, '1d')]).toEqual([[], []])
    const day = await bars(calm, '1m')
    expect(Date.parse(day[0]!.at)).toBe(openingAt(open.context.schedule, issueOn))
    expect(day.some(({ source }) => source === 'model')).toBe(true)
  })

  it('goes on as every other issue on its second day, market orders included; unpriced it goes on from its last quote', async () => {
    await jumpTo(timeJst(addDays(issueOn, 1), 10))
    const quote = (await waitFor(
      () => quoteOf(calm),
      (one) => one?.tradeDate === addDays(issueOn, 1),
    ))!
    expect(quote.firstDay).toBe(false)
    const days = await bars(calm, '1d')
    expect(days.map(({ at }) => Date.parse(at))).toEqual([
      openingAt(open.context.schedule, issueOn),
      openingAt(open.context.schedule, addDays(issueOn, 1)),
    ])
    expect(quote.previousClose).toBe(days[0]!.close)
    await waitFor(
      () => quoteOf(calm),
      (one) => one!.state === 'trading',
    )
    expect(await place(calm, { type: 'market' })).toMatchObject({
      status: expect.stringMatching(/pending|holding/),
    })
    expect(await quoteOf(sought)).toMatchObject({ last: null, firstDay: true, previousClose: OFFER_YEN })
    expect((await quoteOf(sought))!.upperLimit).toBeGreaterThan(4 * OFFER_YEN)
  })

  it('announced on a day that is on, or after the date was jumped over, it opens at once', async () => {
    const late = 'T900'
    const others = (await quoteOf(calm))!.tradeDate
    expect((await listIssue(open, newIssue(late, addDays(issueOn, -4)))).result).toMatchObject({ ok: true })
    const quote = (await waitFor(
      () => quoteOf(late),
      (one) => one !== undefined,
    ))!
    expect(quote).toMatchObject({ tradeDate: others, previousClose: OFFER_YEN })
    expect(['special', 'trading']).toContain(
      (await waitFor(
        () => quoteOf(late),
        (one) => one!.state !== 'pre-open',
      ))!.state,
    )
  })

  it('after a stop, the loss of the files of the exchange, and the same journal run again: all three are there', async () => {
    const close = (await quoteOf(calm))!.last!
    const { config } = open.context
    await open.stop()
    rmSync(join(config.dataDir, 'venue'), { recursive: true })
    open = await reopen(open, { extraModule })
    const quote = await waitFor(
      () => open.modules.market.quote(calm),
      (one) => one !== null,
    )
    // The price at which its own trades had left it, not its offer price as on a first day.
    expect(quote!.firstDay).toBe(false)
    expect(Math.abs(quote!.baseTenths / (close * 10) - 1)).toBeLessThan(0.2)
    expect(open.modules.market.quote(sought)).toMatchObject({ firstDay: true, baseTenths: OFFER_YEN * 10 })
    const { types, held, again } = await replayJournal(open, { filesLost: true })
    expect(types).toContain('test.list')
    expect(held['new_issues']).toHaveLength(3)
    expect(again).toEqual(held)
  })
})
