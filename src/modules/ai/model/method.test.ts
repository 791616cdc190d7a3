import { describe, expect, it, test } from 'vitest'
import { seeded } from '#kernel/random.ts'
import { addDays, daysBetween } from '#kernel/time.ts'
import {
  basketOf,
  bpBetween,
  COST_BP,
  daysToResults,
  evaluate,
  FEATURES,
  featuresOn,
  FIRST_PICK_DAY,
  meansOf,
  outcomeOf,
  pricesOf,
  ranking,
  ranksOf,
  recordOf,
  REFIT_DAYS,
  ridge,
  RULE,
  scoreOf,
  walk,
  type Exit,
  type IssuePanel,
  type Panel,
} from './method.ts'

test.each([
  [110, 100, 1_000],
  [100, 100, 0],
  [90, 100, -1_000],
  [10_005, 10_000, 5],
  [1, 3, -6_667],
  [2, 3, -3_333],
  [100_005, 100_000, 1],
])('%i against %i is %i bp', (a, b, bp) => expect(bpBetween(a, b)).toBe(bp))

/** Sixty days at 1,000 yen with 100 shares each, and what a case changes of them (by how many days ago). */
function steady(
  change: {
    close?: Record<number, number>
    high?: Record<number, number>
    volume?: Record<number, number>
    results?: number
  } = {},
): IssuePanel {
  const at = (values: Record<number, number> | undefined, usual: number) =>
    Array.from({ length: 61 }, (_, day) => values?.[60 - day] ?? usual)
  const close = at(change.close, 10_000)
  return {
    code: 'S001',
    tickTable: 'other',
    weight: 1,
    open: close,
    low: close,
    close,
    high: change.high ? at(change.high, 10_000) : close,
    volume: at(change.volume, 100),
    results: at(undefined, change.results ?? 30),
  }
}
describe('features', () => {
  it.each([
    ['nothing moved', {}, [0, 0, 0, 0, 0, 0, 30]],
    [
      'up 5 % today: momentum of all, one day of twenty swung, at the high',
      { close: { 0: 10_500 } },
      [500, 500, 500, 25, 0, 0, 30],
    ],
    ['5 % higher twenty days ago alone', { close: { 20: 10_500 } }, [0, -476, 0, 23, 0, -476, 30]],
    ['10 % lower five days ago alone', { close: { 5: 9_000 } }, [1_111, 0, 0, 105, 0, 0, 30]],
    [
      'the high of sixty days ago is too old, that of fifty-nine is not',
      { high: { 60: 20_000, 59: 12_500 } },
      [0, 0, 0, 0, 0, -2_000, 30],
    ],
    [
      'twice the volume for five days',
      { volume: { 0: 200, 1: 200, 2: 200, 3: 200, 4: 200 } },
      [0, 0, 0, 0, 8_462, 0, 30],
    ],
    ['results in three days', { results: 3 }, [0, 0, 0, 0, 0, 0, 3]],
  ])('%s', (_, change, found) => expect(featuresOn(steady(change), 60)).toEqual(found))
  it.each([
    ['a day without a bar', steady({ close: { 31: 0 } }), 60],
    ['no volume at all', { ...steady(), volume: Array.from({ length: 61 }, () => 0) }, 60],
    ['too few days', steady(), 59],
  ])('are none with %s', (_, issue, day) => expect(featuresOn(issue, day)).toBeNull())
  it.each([
    ['2026-11-20', 7],
    ['2026-11-25', 2],
    ['2026-11-26', 1],
    ['2026-11-27', 14],
    ['2026-12-11', 30],
  ])('on %s the next results are %i days away', (date, days) =>
    expect(daysToResults(date, ['2026-11-27', '2026-12-11'], daysBetween)).toBe(days),
  )
})

const row = (value: number) => FEATURES.map(() => value)
test.each([
  [[5], [0]],
  [
    [1, 2],
    [-1_000, 1_000],
  ],
  [
    [3, 1, 2],
    [1_000, -1_000, 0],
  ],
  [
    [7, 7],
    [0, 0],
  ],
  [
    [1, 1, 9],
    [-500, -500, 1_000],
  ],
  [
    [4, 3, 2, 1],
    [1_000, 333, -333, -1_000],
  ],
])('values %j have the ranks %j', (values, ranks) =>
  expect(ranksOf(values.map(row)).map(([first]) => first)).toEqual(ranks),
)

test('the ranking is by score, then by code', () => {
  const weights = FEATURES.map((_, feature) => (feature === 0 ? 2 : 0))
  expect(
    ranking(['S002', 'S001', 'S003'], [row(10), row(10), row(20)], weights).map(({ code, score }) => [
      code,
      score,
    ]),
  ).toEqual([
    ['S003', 40],
    ['S001', 20],
    ['S002', 20],
  ])
  expect(scoreOf([1, -2, 3, 0, 0, 0, 5], [10, 10, 10, 10, 10, 10, -1])).toBe(15)
})

test('the regression solves its normal equations: weights put back into them give the targets', () => {
  const random = seeded('ridge')
  const products = FEATURES.map(() => FEATURES.map(() => 0))
  const targets = FEATURES.map(() => 0)
  for (let n = 0; n < 500; n++) {
    const ranks = FEATURES.map(() => random.below(2_001) - 1_000)
    const target = Math.round(ranks[0]! * 0.05 - ranks[3]! * 0.02 + random.normal() * 20)
    for (let a = 0; a < ranks.length; a++) {
      targets[a]! += ranks[a]! * target
      for (let b = 0; b < ranks.length; b++) products[a]![b]! += ranks[a]! * ranks[b]!
    }
  }
  const weights = ridge({ products, targets, rows: 500 })
  for (let a = 0; a < weights.length; a++) {
    const back =
      weights.reduce(
        (sum, weight, b) => sum + (products[a]![b]! + (a === b ? 333_333 * 500 : 0)) * weight,
        0,
      ) / 1_000_000
    expect(Math.abs(back - targets[a]!)).toBeLessThan(1_000)
  }
  // A ridge of the size of the ranks' variance halves what is true.
  expect(weights[0]).toBeGreaterThan(20_000)
  expect(weights[0]).toBeLessThan(30_000)
})

describe('an outcome', () => {
  /**
   * Bought on day 1 after a pick at 1,000 yen on day 0: limit 1,020, take-profit 1,060, stop-loss 960. Days 1
   * to 5 as open, high, low, close.
   */
  const flat = [1_000, 1_000, 1_000, 1_000]
  const of = (days: number[][]): IssuePanel => {
    const bars = [flat, ...days, ...Array.from({ length: 6 - 1 - days.length }, () => flat)]
    const column = (n: number) => bars.map((bar) => bar[n]! * 10)
    return {
      code: 'S001',
      tickTable: 'other',
      weight: 0,
      open: column(0),
      high: column(1),
      low: column(2),
      close: column(3),
      volume: bars.map(() => 1),
      results: bars.map(() => 30),
    }
  }
  const index = { open: [1, 100, 100, 100, 100, 100], close: [1, 101, 102, 103, 104, 105] }
  test('has its prices from the close of the pick', () =>
    expect(pricesOf(10_000, 'other')).toEqual({
      limitTenths: 10_200,
      takeProfitTenths: 10_600,
      stopLossTenths: 9_600,
    }))
  test('prices between ticks go to the careful side', () =>
    expect(pricesOf(10_130, 'other')).toEqual({
      limitTenths: 10_330,
      takeProfitTenths: 10_740,
      stopLossTenths: 9_720,
    }))
  it.each<[string, number[][], Exit, day: number, entry: number, exit: number]>([
    [
      'nothing reached: the last close',
      [flat, flat, flat, flat, [1_000, 1_012, 1_000, 1_010]],
      'time',
      5,
      1_000,
      1_010,
    ],
    ['opens above the limit and stays there', [[1_030, 1_040, 1_021, 1_030]], 'unfilled', 1, 0, 0],
    ['opens above the limit and comes down to it', [[1_030, 1_040, 1_020, 1_030]], 'time', 5, 1_020, 1_000],
    ['opens under it', [[990, 1_000, 985, 1_000]], 'time', 5, 990, 1_000],
    [
      'take-profit at its price on the third day',
      [flat, flat, [1_010, 1_075, 1_000, 1_070]],
      'take-profit',
      3,
      1_000,
      1_060,
    ],
    ['stop-loss inside a day', [flat, [990, 995, 955, 980]], 'stop-loss', 2, 1_000, 960],
    [
      'a gap below the stop-loss fills at the opening',
      [flat, [940, 950, 930, 945]],
      'stop-loss',
      2,
      1_000,
      940,
    ],
    ['both in one day: the stop-loss', [flat, [1_000, 1_080, 950, 1_000]], 'stop-loss', 2, 1_000, 960],
    ['take-profit on the day of purchase', [[1_000, 1_070, 995, 1_060]], 'take-profit', 1, 1_000, 1_060],
    [
      'what was high before the purchase does not count',
      [[1_055, 1_065, 1_015, 1_020]],
      'time',
      5,
      1_020,
      1_000,
    ],
    ['exactly at the stop-loss', [flat, [1_000, 1_000, 960, 990]], 'stop-loss', 2, 1_000, 960],
  ])('%s', (_, days, exit, exitDay, entry, exitPrice) => {
    const found = outcomeOf(of(days), index, 0, 1)!
    expect([found.exit, found.exitDay, found.entryTenths, found.exitTenths]).toEqual([
      exit,
      exitDay,
      entry * 10,
      exitPrice * 10,
    ])
    if (exit === 'unfilled') return
    expect(found.returnBp).toBe(bpBetween(exitPrice, entry))
    expect(found.indexBp).toBe(exitDay * 100)
    expect(found.excessBp).toBe(found.returnBp - found.indexBp - COST_BP)
  })
  test('is none before its days are over', () => {
    const issue = of([])
    expect(
      outcomeOf(issue, { open: index.open.slice(0, 5), close: index.close.slice(0, 5) }, 0, 1),
    ).toBeNull()
    expect(outcomeOf(issue, index, 0, 2)).toBeNull()
  })
})

describe('a record', () => {
  const trials = (blocks: number[][]) =>
    blocks.flatMap((all, block) =>
      all.map((excessBp) => ({ outcome: { exit: 'time' as const, excessBp }, block })),
    )
  test('counts hits above 0 alone, and rounds its interval outwards', () => {
    expect(
      recordOf(trials(Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? [30, -10] : [10, 0])))),
    ).toEqual({ trials: 20, hitBp: 5_000, excessBp: 8, lowBp: 5, highBp: 10, worstBp: -10, edge: 'shown' })
  })
  it.each([
    [[1, -1], 'none'],
    [[5, 5], 'shown'],
    [[-5, -5], 'none'],
    [[0, 0], 'none'],
  ] as const)('blocks around %j: %s', (around, edge) => {
    const found = recordOf(trials(Array.from({ length: 12 }, (_, n) => [around[n % 2]!])))!
    expect(found.edge).toBe(edge)
    expect([found.lowBp <= found.excessBp, found.excessBp <= found.highBp, found.lowBp > 0]).toEqual([
      true,
      true,
      edge === 'shown',
    ])
  })
  test('leaves out what could not be bought', () => {
    const bought = trials(Array.from({ length: 10 }, () => [4, 6]))
    expect(recordOf([...bought, { block: 0, outcome: { exit: 'unfilled', excessBp: 0 } }])).toEqual(
      recordOf(bought),
    )
    expect(
      meansOf([
        { exit: 'time', returnBp: 10, indexBp: 4 },
        { exit: 'stop-loss', returnBp: -20, indexBp: 0 },
        { exit: 'unfilled', returnBp: 0, indexBp: 0 },
      ]),
    ).toEqual({ returnBp: -5, indexBp: 2, unfilled: 1 })
  })
  test('says nothing of fewer than ten blocks', () =>
    expect(recordOf(trials(Array.from({ length: 9 }, () => [1])))).toBeNull())
})

/**
 * A market of `issues` on `days` days, each a random walk; what `bend` adds to a day's return in basis
 * points.
 */
function market(days: number, issues: number, bend: (issue: number, day: number) => number = () => 0): Panel {
  const dates = Array.from({ length: days }, (_, day) => addDays('2024-01-01', day))
  return {
    dates,
    issues: Array.from({ length: issues }, (_, n) => {
      const random = seeded('issue', n)
      const [open, high, low, close, volume]: number[][] = [[], [], [], [], []]
      let price = 100_000
      for (let day = 0; day < days; day++) {
        const opens = price
        price = Math.max(
          10,
          Math.round((price * (10_000 + Math.round(random.normal() * 80) + bend(n, day))) / 100_000) * 10,
        )
        open!.push(opens)
        close!.push(price)
        high!.push(Math.max(opens, price))
        low!.push(Math.min(opens, price))
        volume!.push(1_000 + random.below(1_000))
      }
      return {
        code: `S${String(n).padStart(3, '0')}`,
        tickTable: 'topix500',
        weight: 1 + n,
        open: open!,
        high: high!,
        low: low!,
        close: close!,
        volume: volume!,
        results: dates.map(() => 30),
      }
    }),
  }
}

describe('walking forward', () => {
  const DAYS = FIRST_PICK_DAY + 11 * REFIT_DAYS + 10
  test('finds what is there: issues that always drift up are picked, and the record shows it', () => {
    const found = evaluate(
      market(DAYS, 20, (issue) => (issue < 5 ? 40 : -10)),
      1,
    )!
    expect(found.next.picks.toSorted()).toEqual(['S000', 'S001', 'S002', 'S003', 'S004'])
    expect(found.figures).toMatchObject({
      edge: 'shown',
      testTo: addDays('2024-01-01', DAYS - 1),
      picks: RULE.picks,
    })
    expect(found.figures.lowBp).toBeGreaterThan(0)
  })
  test('shows no edge where there is none', () =>
    expect(evaluate(market(DAYS, 20), 1)!.figures).toMatchObject({ edge: 'none' }))
  test('never looks ahead: whatever comes after a day, what was picked until then and became of it stays', () => {
    const until = FIRST_PICK_DAY + 5 * REFIT_DAYS
    const over = ({ day }: { day: number }) => day + 1 + RULE.holdDays < until
    const [calm, wild] = [
      walk(market(DAYS, 12), 2)!,
      walk(
        market(DAYS, 12, (issue, day) => (day >= until ? (issue - 6) * 100 : 0)),
        2,
      )!,
    ]
    expect(wild.trials.filter(over)).toEqual(calm.trials.filter(over))
    expect(wild.picks).not.toEqual(calm.picks)
  })
  test('is the same each time, and null on a short market', () => {
    expect(evaluate(market(DAYS, 12), 2)).toEqual(evaluate(market(DAYS, 12), 2))
    expect(evaluate(market(FIRST_PICK_DAY + 5 * REFIT_DAYS, 12), 1)).toBeNull()
    expect(evaluate({ dates: [], issues: [] }, 1)).toBeNull()
  })
  test('the index holds what had a price on the first day, at its last close where it did not trade', () => {
    const issue = (code: string, weight: number, close: number[]): IssuePanel => ({
      code,
      tickTable: 'other',
      weight,
      open: close.map((one) => one - 1),
      high: close,
      low: close,
      close,
      volume: close,
      results: close,
    })
    expect(
      basketOf({
        dates: ['a', 'b', 'c'],
        issues: [issue('A', 2, [10, 0, 14]), issue('B', 1, [0, 100, 100])],
      }),
    ).toEqual({ open: [18, 20, 26], close: [20, 20, 28] })
  })
})
