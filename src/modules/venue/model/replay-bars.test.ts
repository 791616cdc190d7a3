import { expect, test } from 'vitest'
import { addDays } from '#kernel/time.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import { isOnTick } from '#modules/instruments/model/tick.ts'
import { simulatedUniverse } from '#modules/instruments/model/universe.ts'
import { parseReplayFile, type ReplayDay } from './replay-bars.ts'
import { intradayPath, pathPrice } from './replay-path.ts'

const HEADER = 'code,date,open,high,low,close,volume'
const parse = (...rows: string[]) => parseReplayFile([HEADER, ...rows].join('\n'))

const refused: [row: string, reason: RegExp][] = [
  ['9001,2024-08-05,100,90,95,92,1000', /high 90 is below low 95/],
  ['9001,2024-08-05,100,101,95,102,1000', /high 101 is below open 100 or close 102/],
  ['9001,2024-08-05,94,101,95,100,1000', /low 95 is above open 94/],
  ['9001,2024-08-05,0,101,0,100,1000', /a price is zero/],
  ['9001,2024-08-05,-1,101,95,100,1000', /not a price: "-1"/],
  ['9001,2024-08-05,99.55,101,95,100,1000', /not a price: "99.55"/],
  ['9001,2024-08-05,1e3,2000,95,100,1000', /not a price: "1e3"/],
  ['9001,2024-08-05,,101,95,100,1000', /not a price: ""/],
  ['9001,2024-08-05,１００,101,95,100,1000', /not a price/],
  ['9001,2024-08-05,100,101,95,100,0', /prices without volume/],
  ['9001,2024-08-05,100,101,95,100,-100', /not a volume: "-100"/],
  ['9001,2024-08-05,100,101,95,100,', /not a volume: ""/],
  ['9001,2024-08-05,100,101,95,100', /not a volume: ""/],
  ['9001,2024-02-30,100,101,95,100,1000', /not a date: "2024-02-30"/],
  ['9001,05/08/2024,100,101,95,100,1000', /not a date/],
  ['9001 ,2024-08-05,100,101,95,100,1000', /not an issue code/],
  ['9001,1999-12-30,100,101,95,100,1000', /no day from 2000-01-01/],
  ['9001,2024-08-05,0.9,1,0.9,1,1000', /below one yen/],
  ['9001,2024-08-05,100000001,100000001,100000001,100000001,1000', /above 100000000 yen/],
  ['9001,2024-08-05,100,701,100,100,1000', /farther above low 100 than any day's limits/],
  ['9001,2024-08-05,100,101,95,100,2000000001', /volume 2000000001 is above/],
  ['9001,2024-08-05,90000000,90000000,90000000,90000000,2000000', /a turnover above/],
]
test.each(refused)('refuses %s', (row, reason) => {
  const file = parse('9002,2024-08-05,100,101,95,100,1000', row)
  expect(file.defects).toHaveLength(1)
  expect(file.defects[0]).toMatchObject({ line: 3, reason: expect.stringMatching(reason) })
  expect([...file.days.keys()]).toEqual(['9002'])
})

test('takes rows in any order, with CRLF, a byte order mark, more columns and prices with one decimal', () => {
  const file = parseReplayFile(
    '\uFEFFdate,code,open,high,low,close,volume,note\r\n2024-08-06,9001,630.8,636.9,629.9,630.4,1436100,x\r\n2024-08-05,9001,630.0,631,629,630,100,\r\n',
  )
  expect(file.defects).toEqual([])
  expect(file.dates).toEqual(['2024-08-05', '2024-08-06'])
  expect(file.days.get('9001')).toEqual([
    {
      date: '2024-08-05',
      openTenths: 6300,
      highTenths: 6310,
      lowTenths: 6290,
      closeTenths: 6300,
      volume: 100,
    },
    {
      date: '2024-08-06',
      openTenths: 6308,
      highTenths: 6369,
      lowTenths: 6299,
      closeTenths: 6304,
      volume: 1436100,
    },
  ])
})

test('a date twice: the first row counts, the second is named', () => {
  const row = '9001,2024-08-05,100,101,95,100,1000'
  expect(parse(row, row).defects).toEqual([
    {
      line: 3,
      code: '9001',
      kind: 'date-twice',
      value: '2024-08-05',
      first: '',
      second: '',
      reason: '2024-08-05 is in the file twice',
    },
  ])
})

test('thousands separators are read, a day on which nothing traded is none', () => {
  const file = parse(
    '9001,2024-08-02,"1,234.5","1,300","1,200","1,250","1,000,000"',
    '9001,2024-08-03,1250,1250,1250,1250,0',
    '9002,2024-08-04,,,,,0',
  )
  expect(file.dates).toEqual(['2024-08-02'])
  expect(file.days.get('9001')).toEqual([
    {
      date: '2024-08-02',
      openTenths: 12_345,
      highTenths: 13_000,
      lowTenths: 12_000,
      closeTenths: 12_500,
      volume: 1_000_000,
    },
  ])
  expect(file.defects.map(({ line, reason }) => [line, reason])).toEqual([
    [3, 'prices without volume'],
    [4, 'not a price: ""'],
  ])
})

test('a file of adjusted prices is refused whole, by their decimals or because they stand between the ticks', () => {
  const rows = (open: (at: number) => string) =>
    Array.from(
      { length: 100 },
      (_, at) => `9001,${addDays('2024-01-01', at)},${open(at)},1300,1100,1200,1000`,
    )
  expect(() => parse(...rows((at) => (at % 2 === 0 ? '1200.125' : '1200')))).toThrow(
    '50 of 100 rows have prices with more than one decimal: they are adjusted',
  )
  expect(() => parse(...rows((at) => `1200.${at % 10}`))).toThrow(
    '80 of 100 rows have prices between the ticks',
  )
  // A few are slips.
  expect(parse(...rows((at) => (at < 5 ? '1200.125' : at < 12 ? '1200.3' : '1200')))).toMatchObject({
    defects: Array.from({ length: 5 }, () => ({ reason: 'not a price: "1200.125"' })),
  })
})

test('a file of which nothing can be used is refused with the reason of its first row', () => {
  expect(() => parse('9001,2024-08-05,100,101,95,100,0')).toThrow(
    'none of its 1 rows can be used; line 2: prices without volume',
  )
})

test.each(['', 'code,date,open\n1,2,3', '<html></html>'])(
  'a file without the columns is refused as a whole: %j',
  (text) => {
    expect(() => parseReplayFile(text)).toThrow(RangeError)
  },
)

const day = (
  date: string,
  open: number,
  high: number,
  low: number,
  close: number,
  volume = 100_000,
): ReplayDay => ({
  date,
  openTenths: open * 10,
  highTenths: high * 10,
  lowTenths: low * 10,
  closeTenths: close * 10,
  volume,
})

test('a volume a thousand times that of its neighbours is an error, forty times is a busy day', () => {
  const rows = Array.from(
    { length: 20 },
    (_, index) =>
      `9001,2024-07-${String(index + 1).padStart(2, '0')},100,101,95,100,${index === 9 ? 1_000_000_000 : index === 12 ? 40_000_000 : 1_000_000}`,
  )
  const file = parse(...rows)
  expect(file.defects).toMatchObject([{ line: 11, reason: expect.stringContaining('volume 1000000000') }])
  expect(file.days.get('9001')).toHaveLength(19)
})

const ISSUE = {
  ...simulatedUniverse('replay')[0]!,
  code: '9001',
  tickTable: 'other',
  unit: 100,
} satisfies Instrument

const paths: [name: string, bar: ReplayDay][] = [
  ['a day that rose', day('2024-08-06', 1_000, 1_080, 980, 1_070)],
  ['a day that fell', day('2024-08-05', 1_000, 1_005, 850, 860, 3_000_000)],
  ['locked at one price', day('2024-08-05', 850, 850, 850, 850, 200)],
  ['open is the high, close is the low', day('2024-08-05', 1_000, 1_000, 850, 850)],
  ['one unit only', day('2024-08-05', 1_000, 1_000, 1_000, 1_000, 100)],
  ['one unit with a range', day('2024-08-05', 1_000, 1_010, 990, 1_001, 100)],
  ['an odd number of shares', day('2024-08-05', 3_580, 3_580, 3_520, 3_535, 85_120)],
  ['fewer shares than a unit', day('2024-08-05', 3_580, 3_580, 3_520, 3_535, 60)],
]
test.each(paths)('the path inside of %s keeps to its bar', (_, bar) => {
  const minutes = intradayPath(bar, ISSUE)
  expect(minutes).toEqual(intradayPath(bar, ISSUE))
  expect(minutes[0]!.openTenths).toBe(bar.openTenths)
  expect(Math.max(...minutes.map((minute) => minute.highTenths))).toBe(bar.highTenths)
  expect(Math.min(...minutes.map((minute) => minute.lowTenths))).toBe(bar.lowTenths)
  expect(minutes.at(-1)!.closeTenths).toBe(bar.closeTenths)
  expect(minutes.reduce((sum, minute) => sum + minute.volume, 0)).toBe(bar.volume)
  for (const minute of minutes) {
    const prices = [minute.openTenths, minute.highTenths, minute.lowTenths, minute.closeTenths]
    expect(prices.every((price) => isOnTick(price, 'other'))).toBe(true)
    expect(minute.highTenths).toBeGreaterThanOrEqual(Math.max(...prices))
    expect(minute.lowTenths).toBeLessThanOrEqual(Math.min(...prices))
    const from = pathPrice(minutes, minute.at, ISSUE)!
    expect(from).toBe(minute.openTenths)
    const inside = pathPrice(minutes, minute.at + 31_000, ISSUE)!
    expect(inside >= minute.lowTenths && inside <= minute.highTenths && isOnTick(inside, 'other')).toBe(true)
  }
  expect(pathPrice(minutes, minutes[0]!.at - 1, ISSUE)).toBeNull()
  expect(pathPrice(minutes, minutes.at(-1)!.at + 3_600_000, ISSUE)).toBe(bar.closeTenths)
})
