import { expect, test } from 'vitest'
import { addDays } from '#kernel/time.ts'
import { FEATURES, featuresOn, ranking, ranksOf } from './method.ts'
import { recheck, type ReadBar } from './recheck.ts'

const DAY = '2026-03-31'
const bars: ReadBar[] = Array.from({ length: 70 }, (_, n) => ({
  date: addDays(DAY, n - 65),
  high: 1_000 + n,
  close: 995.5 + n,
  volume: 100 + n,
}))
const until = bars.filter(({ date }) => date <= DAY)
const own = featuresOn(
  {
    high: until.map(({ high }) => high * 10),
    close: until.map(({ close }) => close * 10),
    volume: until.map(({ volume }) => volume),
    results: until.map(() => 12),
  },
  until.length - 1,
)!
const row = (code: string, by: number) => ({
  code,
  closeTenths: 10_000,
  values: own.map((value) => value + by),
})
const inputs = { weights: FEATURES.map(() => 5), rows: [row('S001', 0), row('S002', -1), row('S003', -2)] }
const [first] = ranking(
  ['S001', 'S002', 'S003'],
  ranksOf(inputs.rows.map(({ values }) => values)),
  inputs.weights,
)
const pick = { code: 'S001', place: 1, score: first!.score }
const read = { bars, announced: [addDays(DAY, 12)] }

test.each<
  [string, Partial<typeof pick>, Partial<typeof inputs>, Partial<typeof read>, rank: boolean, bars: boolean]
>([
  ['what was published', {}, {}, {}, true, true],
  ['another place', { place: 2 }, {}, {}, false, true],
  ['another score', { score: pick.score + 1 }, {}, {}, false, true],
  [
    'another weight, which moves no place',
    {},
    { weights: FEATURES.map((_, n) => (n === 0 ? 6 : 5)) },
    {},
    false,
    true,
  ],
  ['weights turned round', {}, { weights: FEATURES.map(() => -5) }, {}, false, true],
  ['a row that is not in it', { code: 'S009' }, {}, {}, false, false],
  [
    'a close that differs',
    {},
    {},
    { bars: bars.map((bar) => (bar.date === DAY ? { ...bar, close: bar.close + 1 } : bar)) },
    true,
    false,
  ],
  ['bars that end a day earlier', {}, {}, { bars: bars.filter(({ date }) => date < DAY) }, true, false],
  ['results on another day', {}, {}, { announced: [addDays(DAY, 13)] }, true, false],
])('%s', (_, picked, deps, found, rank, same) =>
  expect(recheck({ ...pick, ...picked }, DAY, { ...inputs, ...deps }, { ...read, ...found })).toEqual({
    rank,
    bars: same,
  }),
)
