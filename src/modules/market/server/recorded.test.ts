import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE, timeJst, type DateJst } from '#kernel/time.ts'
import { connect, type Database } from '#platform/database/connect.ts'
import { fillRowMacs, RowForged } from '#platform/database/row-mac.ts'
import { testDatabase } from '#platform/database/test-database.ts'
import { runStored } from '#platform/engine/check-stored.ts'
import { differenceText } from '#platform/engine/difference.ts'
import { openLog } from '#platform/log.ts'
import { tseCalendar } from '#modules/instruments/model/calendar.ts'
import { lastOpenedDate, openingAt, schedules } from '#modules/instruments/model/schedule.ts'
import { simulatedUniverse } from '#modules/instruments/model/universe.ts'
import { openListing } from '#modules/instruments/server/listing.ts'
import type { MarketFeed, Quote, Trade } from '#modules/venue/server/ports.ts'
import { barReader } from './bars.ts'
import { keepGaps } from './gaps.ts'
import {
  newestDay,
  readGaps,
  readMinutes,
  recordedDays,
  recordedUntil,
  writeGap,
  type DayRow,
  type Records,
} from './queries.ts'
import { keepMinutes } from './recorder.ts'
import { barList, gapList } from './row-lists.ts'
import { openSeries } from './series.ts'
import { keepWholeDays } from './whole-days.ts'
import { tradeDateOfTime } from '../model/interval.ts'
import { makeWorld } from '../model/history-world.ts'
import { openSimulatedHistory } from './simulated-history.ts'

const log = openLog('silent')
const [schedule, calendar] = [schedules.tse, tseCalendar]
const instruments = openListing(simulatedUniverse('seed'))
const instrument = instruments.all()[3]!
const { code } = instrument
const THURSDAY: DateJst = '2026-11-19'
const FRIDAY: DateJst = '2026-11-20'
const at = (date: DateJst, hour: number, minute = 0) => timeJst(date, hour, minute)

let database: Awaited<ReturnType<typeof testDatabase>>
const config = { keys: { salts: Buffer.alloc(32, 1) } } as never
const lists = [barList(config), gapList(config)]
let db: Database
let records: Records
beforeAll(async () => {
  database = await testDatabase()
  db = connect(database.config, log)
  records = { db, config }
  await fillRowMacs(database.config, lists)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

/**
 * The market module's bars in one process; the next one finds what this one wrote. `splitsOn`: two shares for
 * one on each of these dates.
 */
function process(start: number, ...splitsOn: DateJst[]) {
  const sharesSince = (_: string, after: DateJst, upTo: DateJst) =>
    2 ** splitsOn.filter((day) => after < day && upTo >= day).length
  let now = start
  let hearTrades: (trades: readonly Trade[]) => void = () => {}
  let hearQuote: (quote: Quote) => void = () => {}
  const feed = {
    onTrades: (listener) => void (hearTrades = listener),
    onQuote: (listener) => void (hearQuote = listener),
    onHeartbeat: () => {},
  } as Pick<MarketFeed, 'onTrades' | 'onQuote' | 'onHeartbeat'> as MarketFeed
  const date = () => lastOpenedDate(schedule, calendar, now)
  let last: Quote | null = null
  let lastNo = 0
  const dayBarOf = (quote: Quote) => ({
    code: quote.code,
    tradeDate: quote.tradeDate,
    at: openingAt(schedule, quote.tradeDate),
    openTenths: quote.openTenths!,
    highTenths: quote.highTenths!,
    lowTenths: quote.lowTenths!,
    closeTenths: quote.lastTenths!,
    volume: quote.volume,
    source: 'traded' as const,
  })
  const recorder = keepMinutes({
    feed,
    records,
    source: 'traded',
    dayBarOf,
    settle: (before) => series.settle([instrument], before),
    dateOf: (time) => tradeDateOfTime(schedule, time),
    log,
  })
  const { past } = openSimulatedHistory({
    seed: 'seed',
    world: makeWorld('seed', calendar, schedule),
    instruments,
    calendar,
    schedule,
    now: () => now,
  })
  const priceNow = () => last?.lastTenths ?? null
  const gaps = keepGaps({
    schedule,
    calendar,
    seed: 'seed',
    records,
    log,
    past,
    now: () => now,
    codes: () => [code],
    priceNow,
    sharesSince,
  })
  const series = openSeries({
    schedule,
    calendar,
    records,
    past,
    gaps,
    now: () => now,
    date,
    priceNow,
    traded: recorder.today,
    sharesSince: (of, day) => sharesSince(of, day, date()),
  })
  const wholeDays = keepWholeDays({
    quotes: { get: () => last },
    instruments,
    date,
    computedToday: series.computedToday,
  })
  const dayBar = () => {
    const whole = wholeDays.get(code)
    return whole && { ...dayBarOf(whole), source: whole.computed ? ('model' as const) : ('traded' as const) }
  }
  const read = barReader({ schedule, calendar, past, series, date, dayBar })
  return {
    quote: () => wholeDays.get(code)!,
    gaps,
    past,
    recorder,
    read,
    series,
    trade(time: number, no: number, priceTenths: number, quantity = 100) {
      now = time
      const tradeDate = date()
      hearTrades([{ code, no, at: time, tradeDate, priceTenths, quantity, aggressor: 'BUY' }])
      const before = last?.tradeDate === tradeDate ? last : null
      // A trade that is said again is in the quote already.
      const more = before !== null && no === lastNo ? 0 : quantity
      lastNo = no
      last = {
        code,
        tradeDate,
        openTenths: before?.openTenths ?? priceTenths,
        highTenths: Math.max(before?.highTenths ?? 0, priceTenths),
        lowTenths: Math.min(before?.lowTenths ?? Infinity, priceTenths),
        lastTenths: priceTenths,
        volume: (before?.volume ?? 0) + more,
        turnoverYen: (before?.turnoverYen ?? 0) + (priceTenths * more) / 10,
      } as Quote
      hearQuote(last)
    },
    async startedWithGap(from: number) {
      for (const { gap, prices } of await readGaps(records)) await gaps.add(gap, prices)
      const gap = { from, to: now }
      await writeGap(records, gap)
      await gaps.add(gap)
      await recorder.resume(date())
    },
  }
}

test('what was traded is found after a restart, and the time between is filled once', async () => {
  const first = process(at(THURSDAY, 13))
  await first.startedWithGap(openingAt(schedule, THURSDAY))
  first.trade(at(THURSDAY, 13) + 5_000, 1, 10_000)
  first.trade(at(THURSDAY, 13) + 50_000, 2, 10_100)
  first.trade(at(THURSDAY, 14), 3, 10_050, 300)
  await first.recorder.flush(at(THURSDAY, 14, 1))
  first.trade(at(THURSDAY, 14) + 30_000, 4, 10_070)
  await first.recorder.flush(at(THURSDAY, 14, 2))

  // Off from 14:02 on Thursday to 9:30 on Friday. The venue sends its last trade again.
  const second = process(at(FRIDAY, 9, 30))
  await second.startedWithGap(at(THURSDAY, 14, 2))
  second.trade(at(FRIDAY, 9, 30) + 10_000, 1, 10_300)
  second.trade(at(FRIDAY, 9, 30) + 10_000, 1, 10_300)

  const thursday = await second.series.minutes(instrument, THURSDAY)
  const traded = thursday.filter((bar) => bar.source === 'traded')
  expect(traded.map((bar) => [bar.at, bar.openTenths, bar.closeTenths, bar.volume])).toEqual([
    [at(THURSDAY, 13), 10_000, 10_100, 200],
    [at(THURSDAY, 14), 10_050, 10_070, 400],
  ])
  // Before the first start the day is history; after 14:02 it is the path between the two sessions' prices.
  const [before, after] = [
    thursday.filter((bar) => bar.at < at(THURSDAY, 13)),
    thursday.filter((bar) => bar.at > at(THURSDAY, 14)),
  ]
  expect(before).toEqual(second.past.minutes(code, THURSDAY).filter((bar) => bar.at < at(THURSDAY, 13)))
  expect(after[0]!.openTenths).toBe(10_070)
  const friday = second.series.today(instrument)
  expect(friday.at(-1)).toMatchObject({
    at: at(FRIDAY, 9, 30),
    closeTenths: 10_300,
    volume: 100,
    source: 'traded',
  })
  expect(friday.at(-2)).toMatchObject({ closeTenths: 10_300, source: 'model' })
  expect(friday[0]!.openTenths).toBe(after.at(-1)!.closeTenths)
  expect(friday.every((bar, index) => index === 0 || bar.at >= friday[index - 1]!.at + MINUTE)).toBe(true)

  const days = await second.read(instrument, '1d', { before: null, limit: 3 })
  expect(days.map((bar) => [bar.at, bar.source])).toEqual([
    [openingAt(schedule, calendar.previous(THURSDAY)), 'model'],
    [openingAt(schedule, THURSDAY), 'model'],
    [openingAt(schedule, FRIDAY), 'model'],
  ])
  expect(days[1]).toMatchObject({
    openTenths: thursday[0]!.openTenths,
    closeTenths: thursday.at(-1)!.closeTenths,
    highTenths: Math.max(...thursday.map((bar) => bar.highTenths)),
    volume: thursday.reduce((sum, bar) => sum + bar.volume, 0),
  })
  // The day that is on has one open, high, low and volume: on its chart, in its daily bar, in its quote.
  const whole = {
    openTenths: friday[0]!.openTenths,
    highTenths: Math.max(...friday.map((bar) => bar.highTenths)),
    lowTenths: Math.min(...friday.map((bar) => bar.lowTenths)),
    volume: friday.reduce((sum, bar) => sum + bar.volume, 0),
  }
  expect(days[2]).toMatchObject({ ...whole, closeTenths: 10_300 })
  expect(second.quote()).toMatchObject({ ...whole, lastTenths: 10_300 })
  expect(second.quote().computed).toEqual({
    from: openingAt(schedule, FRIDAY),
    to: at(FRIDAY, 9, 30),
    volume: whole.volume - 100,
  })
  expect(second.quote().turnoverYen).toBeGreaterThan(whole.volume * (whole.lowTenths / 10))
  expect(second.quote().vwapTenths).toBeLessThan(whole.highTenths)
  await second.recorder.flush(at(FRIDAY, 9, 31))
})

test('where the exchange reckoned with a close of the time that it was off, charts show that close from then on', async () => {
  const MONDAY = '2026-11-24' // the Monday before is a holiday
  const third = process(at(MONDAY, 9, 20))
  await third.startedWithGap(at(FRIDAY, 9, 31))
  const off = { tradeDate: MONDAY, from: at(FRIDAY, 9, 31), to: at(MONDAY, 9, 20) } as const
  const close = third.gaps.closeWhileOff(instrument, { ...off, fromTenths: 10_300, toTenths: 11_000 })
  expect(close).not.toBeNull()
  await expect.poll(async () => (await readGaps(records)).at(-1)!.prices.size).toBe(1)
  third.trade(at(MONDAY, 9, 21), 1, 11_050)

  const fourth = process(at(MONDAY, 9, 25))
  await fourth.startedWithGap(at(MONDAY, 9, 24))
  for (const later of [third, fourth]) {
    expect((await later.series.minutes(instrument, FRIDAY)).at(-1)!.closeTenths).toBe(close)
  }
  const short = { tradeDate: MONDAY, from: at(MONDAY, 9, 24), to: at(MONDAY, 9, 25) } as const
  expect(fourth.gaps.closeWhileOff(instrument, { ...short, fromTenths: 1, toTenths: 2 })).toBeNull()
  // Asked again, the path stays; and an exchange that stood still later on has no gap of its own.
  expect(third.gaps.closeWhileOff(instrument, { ...off, fromTenths: 100, toTenths: 200 })).toBe(close)
  const stood = { tradeDate: '2026-11-25', from: at(MONDAY, 14), to: at('2026-11-25', 9, 30) } as const
  for (const later of [third, fourth]) {
    expect(later.gaps.closeWhileOff(instrument, { ...stood, fromTenths: 5_000, toTenths: 5_100 })).toBeNull()
    const shown = await later.series.minutes(instrument, FRIDAY)
    expect(shown.at(-1)!.closeTenths).toBe(close)
  }
})

test('after a split all that was before stands in shares of now, also a gap that the ex-date lies in', async () => {
  const [TUESDAY, WEDNESDAY] = ['2026-11-24', '2026-11-25']
  const before = process(at(TUESDAY, 9, 26))
  await before.startedWithGap(at(TUESDAY, 9, 25))
  before.trade(at(TUESDAY, 9, 27), 1, 11_050)
  await before.recorder.flush(at(TUESDAY, 9, 28))
  const whole = await before.read(instrument, '1d', { before: at(TUESDAY, 0), limit: 3 })
  // The exchange was off over the ex-date: it reckons in new shares, from half of 11,050.
  const after = process(at(WEDNESDAY, 9, 30), WEDNESDAY)
  await after.startedWithGap(at(TUESDAY, 9, 28))
  const off = { tradeDate: WEDNESDAY, from: at(TUESDAY, 9, 28), to: at(WEDNESDAY, 9, 30) } as const
  const close = after.gaps.closeWhileOff(instrument, { ...off, fromTenths: 5_525, toTenths: 5_600 })
  after.trade(at(WEDNESDAY, 9, 30) + 1_000, 1, 5_610)
  const halved = await after.read(instrument, '1d', { before: at(TUESDAY, 0), limit: 3 })
  expect(halved.map((bar) => [bar.closeTenths, bar.volume])).toEqual(
    whole.map((bar) => [Math.round(bar.closeTenths / 2), bar.volume * 2]),
  )
  const tuesday = await after.series.minutes(instrument, TUESDAY)
  expect(tuesday.find((bar) => bar.at === at(TUESDAY, 9, 27))).toMatchObject({
    closeTenths: 5_525,
    source: 'traded',
  })
  expect(tuesday.at(-1)!.closeTenths).toBe(close)
  const steps = [
    ...tuesday.filter((bar) => bar.at >= at(TUESDAY, 9, 27)),
    ...after.series.today(instrument),
  ].map((bar) => bar.closeTenths)
  expect(Math.max(...steps) / Math.min(...steps)).toBeLessThan(1.3)
  expect(steps.length).toBeGreaterThan(100)
})

test('a gap after which nothing was traded before a split ends in the shares of its own days', async () => {
  const [WEDNESDAY, NEXT_THURSDAY, NEXT_FRIDAY] = ['2026-11-25', '2026-11-26', '2026-11-27']
  const before = process(at(WEDNESDAY, 9, 40), WEDNESDAY)
  await before.startedWithGap(at(WEDNESDAY, 9, 39))
  before.trade(at(WEDNESDAY, 9, 40) + 1_000, 1, 5_600)
  await before.recorder.flush(at(WEDNESDAY, 9, 41))
  const silent = process(at(NEXT_THURSDAY, 9, 30), WEDNESDAY)
  await silent.startedWithGap(at(WEDNESDAY, 9, 41))
  const after = process(at(NEXT_FRIDAY, 9, 30), WEDNESDAY, NEXT_FRIDAY)
  await after.startedWithGap(at(NEXT_THURSDAY, 9, 31))
  after.trade(at(NEXT_FRIDAY, 9, 30) + 1_000, 1, 2_810)
  await after.recorder.flush(at(NEXT_FRIDAY, 9, 32))
  const shown = [
    ...(await after.series.minutes(instrument, WEDNESDAY)),
    ...(await after.series.minutes(instrument, NEXT_THURSDAY)),
    ...after.series.today(instrument),
  ]
  const closes = shown.filter((bar) => bar.at > at(WEDNESDAY, 9, 40)).map((bar) => bar.closeTenths)
  expect([closes.length > 300, Math.max(...closes) / Math.min(...closes) < 1.3]).toEqual([true, true])
})

test('days stay what they were when their minutes are forgotten: those with a gap in the middle, those over whose end the exchange was off, and those of which nothing is left', async () => {
  const [DAY_A, DAY_B, DAY_C, LATER] = ['2026-11-30', '2026-12-01', '2026-12-02', '2027-02-08']
  const first = process(at(DAY_A, 9, 40))
  await first.startedWithGap(at(DAY_A, 9, 39))
  for (const [n, price] of [5_600, 5_650, 5_620].entries())
    first.trade(at(DAY_A, 9, 40 + n) + 1_000, n + 1, price)
  await first.recorder.flush(at(DAY_A, 9, 50))
  // Off for ten minutes in the middle of the day, then from 14:00 to the morning of the day after next.
  const second = process(at(DAY_A, 10))
  await second.startedWithGap(at(DAY_A, 9, 50))
  second.trade(at(DAY_A, 15, 20), 4, 5_705)
  await second.recorder.flush(at(DAY_A, 15, 30))
  const third = process(at(DAY_B, 9, 5))
  await third.startedWithGap(at(DAY_B, 9, 1))
  third.trade(at(DAY_B, 13, 59), 1, 5_602)
  await third.recorder.flush(at(DAY_B, 14))
  const fourth = process(at(DAY_C, 9, 30))
  await fourth.startedWithGap(at(DAY_B, 14))
  fourth.trade(at(DAY_C, 9, 31), 1, 5_741)
  await fourth.recorder.flush(at(DAY_C, 9, 40))
  const until = { before: at('2026-12-03', 0), limit: 6 }
  fourth.trade(at('2026-12-03', 9, 31), 2, 5_750)
  await fourth.recorder.flush(at('2026-12-03', 9, 32))
  const shown = await fourth.read(instrument, '1d', until)
  expect(shown.filter((bar) => bar.at >= at(DAY_A, 0)).map((bar) => bar.closeTenths)).toEqual([
    5_705,
    expect.any(Number),
    5_741,
  ])

  const last = process(at(LATER, 9, 30))
  await last.startedWithGap(at('2026-12-03', 9, 32))
  last.trade(at(LATER, 9, 31), 1, 5_900)
  await last.recorder.flush(at(LATER, 9, 32))
  expect(await readMinutes(records, DAY_A, code), 'forgotten').toEqual([])
  expect(await last.read(instrument, '1d', until)).toEqual(shown)
  // A second process reads them from the table alone.
  const again = process(at(LATER, 9, 40))
  await again.startedWithGap(at(LATER, 9, 35))
  expect(await again.read(instrument, '1d', until)).toEqual(shown)
})

test('what is read while the exchange has not said yet where it stands is not remembered', async () => {
  const [MONDAY, TUESDAY] = ['2027-03-01', '2027-03-02'] as const
  const before = process(at(MONDAY, 9, 20))
  await before.startedWithGap(at(MONDAY, 9, 10))
  before.trade(at(MONDAY, 9, 21), 1, 11_050)
  await before.recorder.flush(at(MONDAY, 9, 22))
  const after = process(at(TUESDAY, 9, 30))
  await after.startedWithGap(at(MONDAY, 9, 22))
  // A reader is faster than the exchange, twice, and by days as by minutes.
  for (let n = 0; n < 2; n++) {
    await after.series.minutes(instrument, MONDAY)
    await after.series.daysThen(instrument)
  }
  const off = { tradeDate: TUESDAY, from: at(MONDAY, 9, 22), to: at(TUESDAY, 9, 30) } as const
  const close = after.gaps.closeWhileOff(instrument, { ...off, fromTenths: 11_050, toTenths: 14_000 })
  expect(close).toBeGreaterThan(11_050)
  const closes = async ({ series }: ReturnType<typeof process>) => [
    (await series.minutes(instrument, MONDAY)).at(-1)!.closeTenths,
    (await series.daysThen(instrument)).find(({ tradeDate }) => tradeDate === MONDAY)!.closeTenths,
  ]
  expect(await closes(after)).toEqual([close, close])
  await expect.poll(async () => (await readGaps(records)).at(-1)!.prices.size).toBe(1)
  after.trade(at(TUESDAY, 9, 31), 1, 14_010)
  const restarted = process(at(TUESDAY, 9, 35))
  await restarted.startedWithGap(at(TUESDAY, 9, 32))
  expect(await closes(restarted)).toEqual([close, close])
})

test('a day over whose end nobody said where the exchange stood keeps its close, whatever is traded later', async () => {
  const [MONDAY, TUESDAY, WEDNESDAY] = ['2027-03-08', '2027-03-09', '2027-03-10'] as const
  const before = process(at(MONDAY, 9, 20))
  await before.startedWithGap(at(MONDAY, 9, 10))
  before.trade(at(MONDAY, 9, 21), 1, 11_050)
  await before.recorder.flush(at(MONDAY, 9, 22))
  const silent = process(at(MONDAY, 14))
  await silent.startedWithGap(at(MONDAY, 9, 22))
  const next = process(at(TUESDAY, 9))
  await next.startedWithGap(at(MONDAY, 15, 30))
  const closeOf = async ({ series }: ReturnType<typeof process>) =>
    (await series.daysThen(instrument)).find(({ tradeDate }) => tradeDate === MONDAY)!.closeTenths
  const close = await closeOf(next)
  next.trade(at(TUESDAY, 9, 1), 1, 12_000)
  await next.recorder.flush(at(TUESDAY, 9, 2))
  const later = process(at(WEDNESDAY, 9, 5), WEDNESDAY)
  await later.startedWithGap(at(WEDNESDAY, 9))
  expect([close, await closeOf(later)]).toEqual([11_050, 11_050])
})

/** The findings of `npm run verify` after an edit, which is taken back. */
async function saidAfter(edit: string): Promise<string[]> {
  const sql = await db.pool.connect()
  await sql.query(`begin; ${edit}`)
  const { differences } = await runStored(
    sql,
    lists.map(({ stored }) => stored),
  )
  await sql.query('rollback')
  sql.release()
  return differences.map(differenceText)
}
const LAST_DAY = '2027-03-08'
const CLOSE = 11_050
const MINUTE_AT = at(LAST_DAY, 9, 21)

test('nothing is said of what was recorded: by every process, after restarts, and of days that are forgotten', async () => {
  expect(await saidAfter('select 1')).toEqual([])
})

test.each([
  [
    `update daily_bars set close_tenths = ${CLOSE + 10} where trade_date = '${LAST_DAY}'`,
    `daily_bars ${code} ${LAST_DAY}: closeTenths is ${CLOSE + 10}, the server wrote ${CLOSE}`,
  ],
  [
    `update daily_bars set volume = 7, whole = true where trade_date = '${LAST_DAY}'`,
    `daily_bars ${code} ${LAST_DAY}: volume is 7, the server wrote 100`,
    `daily_bars ${code} ${LAST_DAY}: whole is true, the server wrote false`,
  ],
  [
    `delete from daily_bars where trade_date = '${LAST_DAY}'`,
    `daily_bars ${code} ${LAST_DAY}: the row is missing`,
  ],
  [
    `insert into daily_bars select 'none', trade_date, at, 1, 1, 1, 1, 1, source from daily_bars where trade_date = '${LAST_DAY}'`,
    `daily_bars none ${LAST_DAY}: the server wrote no such row`,
  ],
  [
    `update minute_bars set close_tenths = 1 where at = ${MINUTE_AT}`,
    expect.stringMatching(
      `^minute_bars ${code} ${LAST_DAY}: digest is [0-9a-f]{64}, the server wrote [0-9a-f]{64}$`,
    ),
  ],
  [`delete from minute_bars where at = ${MINUTE_AT}`, `minute_bars ${code} ${LAST_DAY}: the row is missing`],
  [
    `update market_gaps set to_at = to_at + 60000 where from_at = ${at(LAST_DAY, 9, 22)}`,
    expect.stringMatching(
      `^market_gaps ${at(LAST_DAY, 9, 22)}: toAt is [0-9]+, the server wrote ${at(LAST_DAY, 14)}$`,
    ),
  ],
  [
    `update market_gap_prices set to_tenths = 1 where from_at = ${at('2027-03-01', 9, 22)}`,
    `market_gap_prices ${at('2027-03-01', 9, 22)} ${code}: toTenths is 1, the server wrote 14000`,
  ],
  [
    'update market_recorded set until_at = 1',
    `market_recorded true: untilAt is 1, the server wrote ${at('2027-03-09', 9, 2)}`,
  ],
  [
    `delete from row_lists where name = 'bars' and owner = '${LAST_DAY}'; delete from daily_bars where trade_date = '${LAST_DAY}'; delete from minute_bars where trade_date = '${LAST_DAY}'`,
    expect.stringMatching(`^row_lists bars ${LAST_DAY}: the list of these rows is gone`),
  ],
])('after SQL %s: verify names table, key and column', async (edit, ...said) => {
  expect(await saidAfter(edit)).toEqual(said)
})

test('no chart is drawn, and nothing begun, by a price that was not recorded; put right, it is', async () => {
  const later = async (act: (next: ReturnType<typeof process>) => Promise<unknown>) => {
    const next = process(at('2027-03-10', 9, 6))
    await act(next)
  }
  const changed = async (edit: string, back: string, act: () => Promise<unknown>) => {
    await db.pool.query(edit)
    await expect(act()).rejects.toThrow(RowForged)
    await db.pool.query(back)
    await act()
  }
  const close = (tenths: number) =>
    `update daily_bars set close_tenths = ${tenths} where trade_date = '${LAST_DAY}'`
  const started = process(at('2027-03-10', 9, 6))
  await started.startedWithGap(at('2027-03-10', 9, 5))
  await changed(close(CLOSE + 10), close(CLOSE), () => started.series.daysThen(instrument))
  const newest = `where code = '${code}' and trade_date = '2027-03-09'`
  await changed(
    `update daily_bars set close_tenths = 1 ${newest}`,
    `update daily_bars set close_tenths = 12000 ${newest}`,
    () => newestDay(records, code),
  )
  const minute = (tenths: number) => `update minute_bars set high_tenths = ${tenths} where at = ${MINUTE_AT}`
  await changed(minute(CLOSE + 10), minute(CLOSE), () => readMinutes(records, LAST_DAY, code))
  await changed(minute(CLOSE + 10), minute(CLOSE), () => process(at(LAST_DAY, 15)).recorder.resume(LAST_DAY))
  const gap = (to: number) => `update market_gaps set to_at = ${to} where from_at = ${at(LAST_DAY, 9, 22)}`
  await changed(gap(at(LAST_DAY, 9, 40)), gap(at(LAST_DAY, 14)), () =>
    later(({ startedWithGap }) => startedWithGap(at('2027-03-10', 9, 5))),
  )
  const until = at('2027-03-09', 9, 2)
  await changed(
    'update market_recorded set until_at = 1',
    `update market_recorded set until_at = ${until}`,
    () => recordedUntil(records),
  )
})

test('whole days of two writers at once, as a stop meets the minute that is on, both come in', async () => {
  const bar = {
    at: at('2027-05-12', 9),
    openTenths: 10,
    highTenths: 10,
    lowTenths: 10,
    volume: 100,
    source: 'traded',
  }
  const day = (tradeDate: DateJst, closeTenths: number) =>
    ({ ...bar, code, tradeDate, closeTenths }) as DayRow
  const dates = ['2027-05-12', '2027-05-13', '2027-05-14']
  const writers = [1, 2, 3].map(() => recordedDays(records))
  await writers[0]!.writeWhole(dates.map((date) => day(date, 10)))
  await Promise.all(writers.map(({ writeWhole }) => writeWhole(dates.map((date) => day(date, 11)))))
  const found = await recordedDays(records).before(code, '2027-05-15')
  expect(found.slice(-3).map(({ bar: { tradeDate }, isWhole }) => [tradeDate, isWhole])).toEqual(
    dates.map((date) => [date, true]),
  )
})
