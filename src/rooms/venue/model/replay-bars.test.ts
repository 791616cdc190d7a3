import { expect, test } from 'vitest'
import type { Instrument } from '#rooms/instruments/model/instrument.ts'
import { isOnTick } from '#rooms/instruments/model/tick.ts'
import { simulatedUniverse } from '#rooms/instruments/model/universe.ts'
import { parseReplayFile, rulesOf, splitsShown, type ReplayDay } from './replay-bars.ts'
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
]
test.each(refused)('refuses %s', (row, reason) => {
  const file = parse('9002,2024-08-05,100,101,95,100,1000', row)
  expect(file.defects).toHaveLength(1)
  expect(file.defects[0]).toMatchObject({ line: 3, reason: expect.stringMatching(reason) })
  expect([...file.days.keys()]).toEqual(['9002'])
})

test('takes rows in any order, with CRLF, a byte order mark, more columns and prices with one decimal', () => {
  const file = parseReplayFile('\uFEFFdate,code,open,high,low,close,volume,note\r\n2024-08-06,9001,630.8,636.9,629.9,630.4,1436100,x\r\n2024-08-05,9001,630.0,631,629,630,100,\r\n')
  expect(file.defects).toEqual([])
  expect(file.dates).toEqual(['2024-08-05', '2024-08-06'])
  expect(file.days.get('9001')).toEqual([
    { date: '2024-08-05', openTenths: 6300, highTenths: 6310, lowTenths: 6290, closeTenths: 6300, volume: 100 },
    { date: '2024-08-06', openTenths: 6308, highTenths: 6369, lowTenths: 6299, closeTenths: 6304, volume: 1436100 },
  ])
})

test('a date twice: the first row counts, the second is named', () => {
  const row = '9001,2024-08-05,100,101,95,100,1000'
  expect(parse(row, row).defects).toEqual([{ line: 3, code: '9001', reason: '2024-08-05 is in the file twice' }])
})

test.each(['', 'code,date,open\n1,2,3', '<html></html>'])('a file without the columns is refused as a whole: %j', (text) => {
  expect(() => parseReplayFile(text)).toThrow(RangeError)
})

const day = (date: string, open: number, high: number, low: number, close: number, volume = 100_000): ReplayDay =>
  ({ date, openTenths: open * 10, highTenths: high * 10, lowTenths: low * 10, closeTenths: close * 10, volume })

test('a volume a thousand times that of its neighbours is an error, forty times is a busy day', () => {
  const rows = Array.from({ length: 20 }, (_, index) => `9001,2024-07-${String(index + 1).padStart(2, '0')},100,101,95,100,${index === 9 ? 1_000_000_000 : index === 12 ? 40_000_000 : 1_000_000}`)
  const file = parse(...rows)
  expect(file.defects).toMatchObject([{ line: 11, reason: expect.stringContaining('volume 1000000000') }])
  expect(file.days.get('9001')).toHaveLength(19)
})

test('a split shows in the prices and rebases the limits', () => {
  const rules = rulesOf([day('2023-06-28', 10_000, 10_200, 9_950, 10_160), day('2023-06-29', 3_380, 3_420, 3_300, 3_400)], 'other')
  expect(rules[1]).toMatchObject({ splitRatio: 3, baseTenths: 33_867, widened: 'none' })
})

/** Yen: the close before, the whole day after. */
test.each([[10_160, 3_380, 3, 1], [3_000, 2_000, 3, 2], [100, 1_000, 1, 10]])('a close of %d and a day at %d: %d new shares for %d', (close, open, newShares, oldShares) => {
  const days = [day('2023-06-28', close, close, close, close), day('2023-06-29', open, open, open, open)]
  expect(splitsShown('9001', days, 'other')).toMatchObject([
    { code: '9001', lastCumDate: '2023-06-28', exDate: '2023-06-29', announcedOn: '2023-06-29', newShares, oldShares },
  ])
})

test('two days at nothing but the limit widen that side fourfold (as an issue did in February 2024)', () => {
  const rules = rulesOf([
    day('2024-02-13', 928, 962, 913, 962), day('2024-02-14', 1_112, 1_112, 1_112, 1_112), day('2024-02-15', 1_412, 1_412, 1_412, 1_412),
    day('2024-02-16', 1_702, 2_021, 1_681, 1_840), day('2024-02-19', 1_984, 2_033, 1_950, 1_993),
  ], 'other')
  expect(rules.map(({ widened }) => widened)).toEqual(['none', 'none', 'none', 'upper', 'none'])
  expect(rules[3]).toMatchObject({ lowerTenths: 11_120, upperTenths: 26_120 })
})

const ISSUE = {
  ...simulatedUniverse('replay')[0]!, code: '9001', tickTable: 'other', unit: 100,
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
