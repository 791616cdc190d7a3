import { expect, test } from 'vitest'
import { seeded, type Random } from '#kernel/random.ts'
import { SECOND, addDays, type DateJst } from '#kernel/time.ts'
import { parseActions } from '#modules/instruments/model/actions-file.ts'
import { fileCalendar } from '#modules/instruments/model/calendar.ts'
import { parseListing } from '#modules/instruments/model/listing-file.ts'
import { closingAt, schedules } from '#modules/instruments/model/schedule.ts'
import { isOnTick } from '#modules/instruments/model/tick.ts'
import { ExchangeDay } from './exchange.ts'
import { ReplayProvider } from './provider.ts'
import { parseReplayFile } from './replay-bars.ts'
import { replayedMarket, type ReplayedMarket } from './replay-issues.ts'
import { planReplayDay } from './replay-plan.ts'
import { dayBegins } from './replay-time.ts'

const schedule = schedules.tse
const HEADER = 'code,date,open,high,low,close,volume'
const listingOf = (...issues: [code: string, market: string, scale: string][]) =>
  parseListing(
    [
      'code,name_ja,name_en,market,sector17_code,scale',
      ...issues.map(
        ([code, market, scale]) =>
          `${code},試験${code},Test,${market},${market === 'ETF・ETN' ? '' : 9},${scale}`,
      ),
    ].join('\n'),
  )
const LISTING = listingOf(
  ['9001', 'プライム（内国株式）', 'TOPIX Mid400'],
  ['9002', 'プライム（内国株式）', ''],
  ['9003', 'グロース（内国株式）', ''],
  ['1300', 'ETF・ETN', ''],
)

/** Lives a day of the replay's market with members who buy and sell at every chance. */
function lived(market: ReplayedMarket, date: DateJst): ExchangeDay {
  const plan = planReplayDay(market, date)
  const from = dayBegins(schedule, date)
  const day = new ExchangeDay(plan, schedule, new ReplayProvider(plan, schedule, from, 240 * SECOND), from)
  day.open([])
  let count = 0
  for (let at = from; at <= closingAt(schedule, date) + SECOND; at += 600 * SECOND) {
    day.advanceTo(at)
    for (const {
      plan: { code, unit },
    } of day.markets) {
      const priceTenths =
        count % 3 === 0 ? null : day.market(code)!.limits[count % 2 === 0 ? 'upperTenths' : 'lowerTenths']
      day.submit(
        {
          orderId: `${count}`,
          memberId: `${count}`,
          code,
          side: count % 2 === 0 ? 'BUY' : 'SELL',
          ordType: priceTenths === null ? 'MARKET' : 'LIMIT',
          timeInForce: 'DAY',
          condition: count % 7 === 0 ? 'AT_CLOSE' : 'NONE',
          priceTenths,
          quantity: 3 * unit,
          leavesQty: 3 * unit,
          venueSeq: null,
        },
        at,
      )
      count++
    }
  }
  day.advanceTo(closingAt(schedule, date) + SECOND)
  return day
}

function livedThrough(market: ReplayedMarket, dates: readonly DateJst[]): void {
  for (const date of dates) {
    const day = lived(market, date)
    expect(day.isOver).toBe(true)
    for (const {
      instrument: { code },
      days,
    } of market.issues) {
      const bar = days.find((one) => one.date === date)
      if (bar !== undefined)
        expect([code, date, day.market(code)!.openTenths, day.market(code)!.lastTenths]).toEqual([
          code,
          date,
          bar.openTenths,
          bar.closeTenths,
        ])
      else if (days[0]!.date > date) expect(day.market(code)).toBeNull()
    }
  }
}

test('bars beyond the limits that the rules reckon are played as they are, and named', () => {
  const file = parseReplayFile(
    [
      HEADER,
      '9001,2024-08-01,620,624,616,620,250000',
      '9001,2024-08-02,1890,1900,1860,1880,800000',
      '9001,2024-08-05,1880,1885,1870,1875,800000',
      '9002,2024-08-01,1980,2000,1975,1990,250000',
      '9002,2024-08-02,1650,1700,1570,1570,800000',
      '9003,2024-08-02,3001,3007.3,2999,3004,1000',
      '9003,2024-08-05,500,505,495,500,1000',
    ].join('\n'),
  )
  const market = replayedMarket(file, LISTING, null)
  livedThrough(market, file.dates)
  expect(market.faults).toEqual([
    { code: '9002', date: '2024-08-02', kind: 'beyond-limits' },
    { code: '9003', date: '2024-08-02', kind: 'off-grid' },
  ])
  expect(market.actions.between('2024-08-01', '2024-08-31')).toMatchObject([
    { code: '9001', newShares: 1, oldShares: 3, inferred: true },
    { code: '9003', newShares: 6, oldShares: 1, inferred: true },
  ])
  // Named by a file, the dividend explains the fall to the limit, and nothing is guessed any more.
  const calendar = fileCalendar(file.dates)
  const told = replayedMarket(
    file,
    LISTING,
    parseActions('code,ex_date,new_shares,old_shares,dividend\n9002,2024-08-02,,,20\n', calendar),
  )
  livedThrough(told, file.dates)
  expect(told.faults.map(({ code, kind }) => [code, kind])).toEqual([
    ['9001', 'beyond-limits'],
    ['9003', 'off-grid'],
    ['9003', 'beyond-limits'],
  ])
  expect(told.actions.between('2024-08-01', '2024-08-31')).toMatchObject([
    { kind: 'dividend', code: '9002', perShareTenths: 200, lastCumDate: '2024-08-01' },
  ])
})

test('an ex-date on a day without a bar takes its part out of the price that stands', () => {
  const file = parseReplayFile(
    [
      HEADER,
      '9001,2024-08-01,600,600,600,600,1000',
      '9002,2024-08-02,500,500,500,500,1000',
      '9001,2024-08-05,200,200,200,200,1000',
    ].join('\n'),
  )
  const market = replayedMarket(
    file,
    LISTING,
    parseActions(
      'code,ex_date,new_shares,old_shares,dividend\n9001,2024-08-02,3,1,\n',
      fileCalendar(file.dates),
    ),
  )
  expect(planReplayDay(market, '2024-08-02').issues.find(({ code }) => code === '9001')).toMatchObject({
    previousCloseTenths: 6_000,
    baseTenths: 2_000,
    limits: { lowerTenths: 2_000, upperTenths: 2_000 },
  })
  livedThrough(market, file.dates)
})

test('codes that do not match are named, and issues that are in one file alone are counted', () => {
  const bars = (code: string) =>
    parseReplayFile(
      `${HEADER}\n${code},2024-08-01,600,600,600,600,1000\n9001,2024-08-02,600,600,600,600,1000`,
    )
  expect(() => replayedMarket(bars('9001'), listingOf(['90010', 'プライム（内国株式）', '']), null)).toThrow(
    'no issue is in both: the bars have 1, 9001, the listing has 1, 90010',
  )
  expect(() => replayedMarket(bars('9001'), listingOf(['9001', 'ï½ÄÞ', '']), null)).toThrow('it says "ï½ÄÞ"')
  expect(replayedMarket(bars('72030'), LISTING, null)).toMatchObject({ unlisted: ['72030'], barless: 3 })
})

test('a fund has the unit that its volumes show, and the ticks of its unit, its price and its time; an issue comes to the market with its first bar', () => {
  const bars = parseReplayFile(
    [
      HEADER,
      '9001,2024-08-01,600,600,600,600,1000',
      '1300,2024-08-02,1501,1502,1501,1502,3',
      '1300,2024-08-05,1502,1503,1502,1503,41',
    ].join('\n'),
  )
  const market = replayedMarket(bars, LISTING, null)
  expect(market.issues.map(({ instrument: { code, unit, tickTable } }) => [code, unit, tickTable])).toEqual([
    ['9001', 100, 'topix500'],
    ['1300', 1, 'other'],
  ])
  expect(planReplayDay(market, '2024-08-01').issues.map(({ code }) => code)).toEqual(['9001'])
  livedThrough(market, bars.dates)
})

const pick = <T>(random: Random, all: readonly T[]): T => all[random.below(all.length)]!
/**
 * Rows of an issue, legal and not: jumps, splits, locked days, absurd figures, prices between ticks, days
 * left out.
 */
function rowsOf(random: Random, code: string, dates: readonly DateJst[]): string[] {
  let close = Math.max(1, Math.round(Math.exp(2 + 10 * random.next())))
  return dates.flatMap((date) => {
    if (random.next() < 0.15) return []
    const jump =
      random.next() < 0.3 ? pick(random, [3, 1 / 3, 10, 0.1, 7, 1 / 15, 1.3, 0.7, 1.29, 50, 0.02]) : 1
    const step = () => pick(random, [1, 1, 1, 1 + 0.2 * random.next(), 1 - 0.2 * random.next()])
    const grain = random.next() < 0.8 ? 1 : 0.1
    const yen = (price: number) => Math.max(1, Math.round(Math.min(price, 99_000_000) / grain) * grain)
    const [open, other] = [yen(close * jump * step()), yen(close * jump * step())]
    const [high, low] = [
      yen(Math.max(open, other) * (1 + 0.1 * random.next())),
      yen(Math.min(open, other) * (1 - 0.1 * random.next())),
    ]
    close = other
    const volume = pick(random, [1, 7, 100, 1_234, 100_000, 50_000_000, 1_999_999_999])
    const row = [open, high, low, other].map((price) => price.toFixed(1))
    return [[code, date, ...row, volume].join()]
  })
}

test.each(Array.from({ length: 16 }, (_, seed) => seed))(
  'whatever a file says, the market lives: seed %d',
  (seed) => {
    const random = seeded('replay files', seed)
    const dates = ['2024-08-01', '2024-08-02', addDays('2024-08-05', pick(random, [0, 20, 900]))]
    const codes = ['9001', '9002', '9003', '1300']
    const rows = codes.flatMap((code) => rowsOf(random, code, dates))
    const file = parseReplayFile([HEADER, ...rows].join('\n'))
    const market = replayedMarket(file, LISTING, null)
    livedThrough(market, file.dates)
    for (const { instrument, days, rules } of market.issues) {
      expect(
        days.every(
          (day, at) =>
            isOnTick(day.closeTenths, instrument.tickTable) &&
            rules[at]!.lowerTenths <= day.lowTenths &&
            rules[at]!.upperTenths >= day.highTenths,
        ),
      ).toBe(true)
    }
  },
)
