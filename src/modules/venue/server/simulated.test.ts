import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { standIn } from '#kernel/stand-in.fixture.ts'
import { HOUR, MINUTE, timeJst, type Ms } from '#kernel/time.ts'
import { CLOCK_WATCH, MACHINE_CLOCKS } from '#platform/clock-watch.ts'
import { systemClock, type SystemClock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import { schedules } from '#modules/instruments/model/schedule.ts'
import { everyDayCalendar } from '#modules/instruments/model/calendar.ts'
import { simulatedUniverse } from '#modules/instruments/model/universe.ts'
import { NOTHING_CARRIED } from '../model/day-plan.ts'
import { boardIn, rerun } from '../model/receipt.ts'
import type { Depth, ExecutionReport, VenueOrder } from '../model/terms.ts'
import { drawDay } from '../model/test-day.ts'
import { boardMemory, boardReader, boardWriter } from './board-memory.ts'
import type { Exchange } from './exchange-thread.ts'
import { noLogMarks } from './log-marks.ts'
import { readReceiptBook } from './receipt-book.ts'
import { createSimulatedExchange, planDay } from './simulated.ts'

/** The exchange in its thread, as the server runs it, at ten in the morning of some day. */
const universe = simulatedUniverse('thread-test').slice(0, 5)
const CODE = universe[0]!.code
const SPLIT = universe[1]!.code
const start = timeJst('2030-06-03', 10)
/** The machine says something else: the last record is of ten o'clock, and the server holds on to that. */
const AHEAD = 21 * HOUR
let clock: SystemClock
let passed = 0
let directory: string
let exchange: Exchange
let jump: (from: Ms, to: Ms) => void
const reports: ExecutionReport[] = []
const beats: Ms[] = []
/** Planning fails, and with it the thread that asks for it. */
let isBroken = false
const faults: string[] = []

async function waitUntil(what: () => boolean): Promise<void> {
  for (let tries = 0; !what(); tries++) {
    expect(tries).toBeLessThan(400)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const order = (orderId: string, change: Partial<VenueOrder> = {}): VenueOrder => ({
  orderId,
  memberId: orderId,
  code: CODE,
  side: 'BUY',
  ordType: 'MARKET',
  timeInForce: 'DAY',
  condition: 'NONE',
  priceTenths: null,
  quantity: 100,
  leavesQty: 100,
  venueSeq: null,
  ...change,
})

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'akari-venue-'))
  const at = Date.now() - AHEAD
  clock = systemClock({
    before: { at, unconfirmedMs: 0, latest: at },
    offset: start - at,
    clocks: { machine: () => Date.now() + passed, monotonic: () => MACHINE_CLOCKS.monotonic() + passed },
  })
  exchange = createSimulatedExchange({
    directory,
    schedule: schedules['always-open'],
    calendar: everyDayCalendar,
    listed: () => universe,
    most: universe.length,
    clock: { ...clock, onJump: (listener) => void (jump = listener) },
    log: standIn<Log>({ warn: () => {}, error: (_: unknown, what: string) => void faults.push(what) }),
    marks: noLogMarks(),
    seedOf(date) {
      if (isBroken) throw new Error('no plan today')
      return `seed ${date}`
    },
    drawDay: (instrument, date) => drawDay('world', instrument, date),
    firstStart: ({ openingPriceTenths: price }) => ({
      previousCloseTenths: price,
      baseTenths: price,
      fairTenths: price,
      soFar: null,
    }),
    beforeDay: async () => {},
    commit: async () => {},
    over: () => {},
    closeWhileOff: (instrument) => (instrument.code === CODE ? 12_340 : null),
    actions: {
      basePrice: (code, closeTenths, after, upTo) =>
        code === SPLIT && after < '2030-06-04' && upTo >= '2030-06-04'
          ? Math.round(closeTenths / 2)
          : closeTenths,
    },
  })
  exchange.venue.onReport((report) => reports.push(report))
  exchange.feed.onHeartbeat((at) => beats.push(at))
  await exchange.venue.start([], new Map())
}, 30_000)

afterAll(async () => {
  await exchange.venue.stop()
  rmSync(directory, { recursive: true })
})

test('opens with quotes and boards of all issues, and market time goes on from the wall clock', async () => {
  for (const { code } of universe) {
    expect(exchange.feed.quote(code)).toMatchObject({ code, state: 'trading', tradeDate: '2030-06-03' })
    expect(exchange.feed.depth(code)!.bids.length).toBe(10)
  }
  await waitUntil(() => beats.length > 0)
  expect(beats[0]).toBeGreaterThan(start)
  expect(beats[0], 'not by a clock in doubt').toBeLessThan(start + MINUTE)
})

test('an order goes in and its trade comes out, with a receipt that runs again', async () => {
  exchange.venue.submit(order('a'))
  exchange.venue.submit(
    order('b', { ordType: 'LIMIT', priceTenths: exchange.feed.quote(CODE)!.lowerLimitTenths }),
  )
  exchange.venue.amend('b', { quantity: 100 })
  exchange.venue.cancel('b')
  await waitUntil(() => reports.length === 4)
  expect(reports.map(({ orderId, execType }) => `${orderId} ${execType}`)).toEqual([
    'a TRADE',
    'b NEW',
    'b REPLACED',
    'b CANCELED',
  ])
  const { receipt: digest, at, lastPxTenths } = reports[0]!
  const texts = (await readReceiptBook(directory, { digest: digest!, at }))!
  const found = rerun({ digest: digest!, ...texts })
  expect(found.wrong).toEqual([])
  expect(boardIn(found.scene).asks[0]![0]).toBe(lastPxTenths)
})

test('boards are told of to those who watch', async () => {
  const told: Depth[] = []
  exchange.feed.onDepth((depth) => told.push(depth))
  exchange.feed.watchDepth(CODE)
  exchange.venue.submit(
    order('c', { ordType: 'LIMIT', priceTenths: exchange.feed.quote(CODE)!.lowerLimitTenths }),
  )
  await waitUntil(() => told.length > 0)
  expect(new Set(told.map((depth) => depth.code))).toEqual(new Set([CODE]))
})

test('the demo clock jumps a day: another day, whose base price is what the history says, or half of the last on an ex-split day', async () => {
  const { lastTenths, baseTenths } = exchange.feed.quote(SPLIT)!
  jump(start, start + 24 * 3_600_000)
  await waitUntil(() => exchange.feed.quote(CODE)?.tradeDate === '2030-06-04')
  expect(exchange.feed.quote(CODE)).toMatchObject({ previousCloseTenths: 12_340, baseTenths: 12_340 })
  const last = lastTenths ?? baseTenths
  expect(exchange.feed.quote(SPLIT)!.baseTenths / last).toBeCloseTo(0.5, 1)
  expect(exchange.feed.quote(SPLIT)!.upperLimitTenths).toBeLessThan(last)
  expect(reports.at(-1)).toMatchObject({
    orderId: 'c',
    execType: 'EXPIRED',
    reason: 'DAY_END',
    tradeDate: '2030-06-03',
  })
})

test('the clock in doubt has stayed, and is believed: the exchange was off meanwhile, and goes on at that time', async () => {
  expect(clock.isSure()).toBe(false)
  passed += CLOCK_WATCH.steadyMs
  clock.watch.look({ warn: () => {} })
  expect(clock.isSure()).toBe(true)
  await waitUntil(() => beats.at(-1)! > start + 24 * HOUR + AHEAD)
  await waitUntil(
    () =>
      exchange.feed.quote(CODE)!.tradeDate > '2030-06-04' &&
      exchange.feed.workedTo() > start + 24 * HOUR + AHEAD,
  )
})

test('boards through shared memory: what comes out is what went in', () => {
  const depth = (code: string, bids: Depth['bids']): Depth => ({
    code,
    bids,
    asks: [[105, 700]],
    over: 1,
    under: 2,
    marketBuyQty: 3,
    marketSellQty: 4,
    at: 5,
  })
  const memory = boardMemory(2)
  const write = boardWriter(memory)
  const read = boardReader(memory)
  expect(read(1, 'Y')).toBeNull()
  write(
    1,
    depth('Y', [
      [100, 300],
      [99, 200],
    ]),
  )
  write(1, depth('Y', [[100, 300]]))
  expect(read(1, 'Y')).toEqual(depth('Y', [[100, 300]]))
})

test('a plan years ahead draws some days of an issue at a time, and lets other work in between', async () => {
  let drawn = 0
  let most = 0
  const watch = () => {
    most = Math.max(most, drawn)
    drawn = 0
    if (!isOver) setImmediate(watch)
  }
  let isOver = false
  setImmediate(watch)
  const [issue] = universe
  await planDay(
    {
      schedule: schedules['always-open'],
      calendar: everyDayCalendar,
      listed: () => [issue!],
      actions: { basePrice: (_code, closeTenths) => closeTenths },
      seedOf(date) {
        if (isBroken) throw new Error('no plan today')
        return `seed ${date}`
      },
      drawDay(instrument, date) {
        drawn += 1
        return drawDay('world', instrument, date)
      },
      firstStart: () => Promise.reject(new Error('it is known')),
      closeWhileOff: () => null,
      beforeDay: () => Promise.resolve(),
      commit: () => Promise.resolve(),
    },
    {
      tradeDate: '2033-06-03',
      at: start,
      offSince: start,
      lastDate: '2030-06-03',
      issues: [
        {
          code: issue!.code,
          lastTenths: 10_000,
          fairTenths: 10_000,
          unpricedTenths: null,
          carried: NOTHING_CARRIED,
        },
      ],
    },
  )
  isOver = true
  expect(most).toBeLessThan(100)
})

test('a thread that ends by a fault is started again from its files, and nobody is kept out meanwhile', async () => {
  const { venue, feed } = exchange
  const returns: number[] = []
  venue.onReturn(() => returns.push(reports.length))
  venue.submit(order('before', { ordType: 'LIMIT', priceTenths: feed.quote(CODE)!.lowerLimitTenths }))
  await waitUntil(() => reports.some(({ orderId }) => orderId === 'before'))
  isBroken = true
  const to = feed.workedTo() + 26 * HOUR
  clock.jumpTo(to)
  exchange.jumpTo(to)
  await waitUntil(() => venue.isAway())
  expect(faults).toContain('the exchange stopped: it is started again from its files')
  // Whoever opens it now does not wait for it.
  await venue.start([], new Map())
  isBroken = false
  await waitUntil(() => returns.length > 0)
  await venue.start([order('again')], new Map())
  await waitUntil(() => !venue.isAway())
  await waitUntil(() => reports.some(({ orderId }) => orderId === 'again'))
  expect(feed.quote(CODE)!.state).toBe('trading')
}, 30_000)
