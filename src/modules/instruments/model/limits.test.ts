import { expect, test } from 'vitest'
import type { TickTable } from './instrument.ts'
import {
  afterDay,
  basePrice,
  dayEnd,
  FRESH_LIMITS,
  limitsFor,
  limitWidth,
  specialQuoteStep,
  type DayEnd,
  type ExDay,
  type Widened,
} from './limits.ts'

/** First and last yen of every band: base price from, below, daily limit, special quote step. */
const bands: [from: number, below: number, limit: number, step: number][] = [
  [1, 100, 30, 5],
  [100, 200, 50, 5],
  [200, 500, 80, 8],
  [500, 700, 100, 10],
  [700, 1_000, 150, 15],
  [1_000, 1_500, 300, 30],
  [1_500, 2_000, 400, 40],
  [2_000, 3_000, 500, 50],
  [3_000, 5_000, 700, 70],
  [5_000, 7_000, 1_000, 100],
  [7_000, 10_000, 1_500, 150],
  [10_000, 15_000, 3_000, 300],
  [15_000, 20_000, 4_000, 400],
  [20_000, 30_000, 5_000, 500],
  [30_000, 50_000, 7_000, 700],
  [50_000, 70_000, 10_000, 1_000],
  [70_000, 100_000, 15_000, 1_500],
  [100_000, 150_000, 30_000, 3_000],
  [150_000, 200_000, 40_000, 4_000],
  [200_000, 300_000, 50_000, 5_000],
  [300_000, 500_000, 70_000, 7_000],
  [500_000, 700_000, 100_000, 10_000],
  [700_000, 1_000_000, 150_000, 15_000],
  [1_000_000, 1_500_000, 300_000, 30_000],
  [1_500_000, 2_000_000, 400_000, 40_000],
  [2_000_000, 3_000_000, 500_000, 50_000],
  [3_000_000, 5_000_000, 700_000, 70_000],
  [5_000_000, 7_000_000, 1_000_000, 100_000],
  [7_000_000, 10_000_000, 1_500_000, 150_000],
  [10_000_000, 15_000_000, 3_000_000, 300_000],
  [15_000_000, 20_000_000, 4_000_000, 400_000],
  [20_000_000, 30_000_000, 5_000_000, 500_000],
  [30_000_000, 50_000_000, 7_000_000, 700_000],
  [50_000_000, 90_000_000, 10_000_000, 1_000_000],
]
test.each(bands)('from %d yen to below %d the limit is %d, the step %d', (from, below, limit, step) => {
  for (const price of [from * 10, below * 10 - 1])
    expect([limitWidth(price), specialQuoteStep(price)]).toEqual([limit * 10, step * 10])
})

const limits: [
  name: string,
  baseYen: number,
  table: TickTable,
  widened: Widened,
  lowerYen: number,
  upperYen: number,
][] = [
  ['just below a band', 999, 'other', 'none', 849, 1_149],
  ['at the edge of a band', 1_000, 'other', 'none', 700, 1_300],
  ['rounded up above 3,000', 2_649, 'other', 'none', 2_149, 3_150],
  ['rounded up to a round price', 2_998, 'other', 'none', 2_498, 3_500],
  ['rounded up by a tenth', 893.8, 'topix500', 'none', 743.8, 1_044],
  ['rounded up by five', 4_685, 'other', 'none', 3_985, 5_390],
  ['off-grid base after a split', 1_333.3, 'other', 'none', 1_033, 1_634],
  ['never below one yen', 20, 'other', 'none', 1, 50],
  ['never below one yen on the fine grid', 30, 'topix500', 'none', 1, 60],
  ['four times upwards only', 460, 'other', 'upper', 380, 780],
  ['four times downwards only', 1_960, 'other', 'lower', 360, 2_360],
  ['four times downwards ends at one yen', 300, 'other', 'lower', 1, 380],
]
test.each(limits)(
  '%s: base %d in %s, widened %s, gives %d to %d',
  (_, baseYen, table, widened, lowerYen, upperYen) => {
    expect(limitsFor(Math.round(baseYen * 10), table, widened)).toEqual({
      lowerTenths: Math.round(lowerYen * 10),
      upperTenths: Math.round(upperYen * 10),
    })
  },
)

/** The state of the limits on the day after these. */
const memories: [days: DayEnd[], widened: Widened][] = [
  [[], 'none'],
  [['locked-up'], 'none'],
  [['locked-up', 'locked-up'], 'upper'],
  [['locked-down', 'locked-down'], 'lower'],
  [['locked-up', 'locked-down'], 'none'],
  [['locked-up', 'traded', 'locked-up'], 'none'],
  [['locked-up', 'quiet', 'locked-up'], 'none'],
  [['locked-up', 'locked-up', 'locked-up'], 'upper'],
  [['locked-up', 'locked-up', 'quiet'], 'upper'],
  [['locked-up', 'locked-up', 'traded'], 'none'],
]
test.each(memories)('after %j the widened side is %s', (days, widened) => {
  expect(days.reduce(afterDay, FRESH_LIMITS).widened).toBe(widened)
})

test('the worked example of the facts: 300 yen, limit-up twice without a trade', () => {
  expect(limitsFor(3_000, 'other').upperTenths).toBe(3_800)
  expect(limitsFor(3_800, 'other').upperTenths).toBe(4_600)
  const { widened } = afterDay(afterDay(FRESH_LIMITS, 'locked-up'), 'locked-up')
  expect(limitsFor(4_600, 'other', widened)).toEqual({ lowerTenths: 3_800, upperTenths: 7_800 })
})

const history: [days: DayEnd[], lowerYen: number, upperYen: number][] = [
  [[], 380, 540],
  [['locked-up', 'locked-up'], 380, 780],
  [['locked-down', 'locked-down'], 140, 540],
  [['traded', 'locked-up', 'locked-up', 'quiet'], 380, 780],
  [['locked-up', 'locked-up', 'traded'], 380, 540],
]
test.each(history)('a base of 460 yen after %j may go from %d to %d', (days, lowerYen, upperYen) => {
  expect(limitsFor(4_600, 'other', days.reduce(afterDay, FRESH_LIMITS).widened)).toEqual({
    lowerTenths: lowerYen * 10,
    upperTenths: upperYen * 10,
  })
})

/** Of a day with the limits 220 to 380 yen. */
const ends: [
  traded: [lowYen: number, highYen: number] | null,
  atCloseOnly: boolean,
  left: 'BUY' | 'SELL' | null,
  end: DayEnd,
][] = [
  [null, false, 'BUY', 'locked-up'],
  [null, false, 'SELL', 'locked-down'],
  [null, false, null, 'quiet'],
  [[380, 380], true, 'BUY', 'locked-up'],
  [[380, 380], true, null, 'quiet'],
  [[380, 380], false, 'BUY', 'quiet'],
  [[220, 220], true, 'SELL', 'locked-down'],
  [[220, 220], true, 'BUY', 'quiet'],
  [[379, 380], false, 'BUY', 'traded'],
  [[379, 379], true, 'BUY', 'traded'],
]
test.each(ends)(
  'traded at %j, only at the close %s, left %s: %s',
  (traded, atCloseOnly, leftAtLimit, end) => {
    const day = {
      traded: traded && { lowerTenths: traded[0] * 10, upperTenths: traded[1] * 10 },
      atCloseOnly,
      leftAtLimit,
    }
    expect(dayEnd({ lowerTenths: 2_200, upperTenths: 3_800 }, day)).toBe(end)
  },
)

const bases: [closeTenths: number, ex: ExDay, baseTenths: number][] = [
  [10_000, {}, 10_000],
  [101_600, { ratio: 3 }, 33_867],
  [12_345, { ratio: 2 }, 6_173],
  [5_000, { ratio: 0.1 }, 50_000],
  [20_000, { dividendTenths: 325 }, 19_675],
  [20_000, { dividendTenths: 300, ratio: 2 }, 9_850],
  [100, { dividendTenths: 95 }, 10],
]
test.each(bases)('a close of %d tenths and the ex-date %j give a base of %d', (close, ex, base) =>
  expect(basePrice(close, ex)).toBe(base),
)
