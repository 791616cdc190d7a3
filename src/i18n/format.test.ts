import { expect, test } from 'vitest'
import { arrow, direction, formatter, type Format } from './format.ts'

const ja = formatter('ja')
const en = formatter('en')
const fr = formatter('fr')
const es = formatter('es')

// Figures of the visual target's table; narrow spaces are U+202F, the minus is U+2212.
const cases: [name: string, text: string, expected: string][] = [
  ['money', ja.money(10_558_303), '10,558,303円'],
  ['money of a price with a tenth', ja.money(585.2), '585.2円'],
  ['money, en', en.money(10_558_303), '¥10,558,303'],
  ['money, fr', fr.money(10_558_303), '10\u202f558\u202f303\u202f¥'],
  ['loss, en: sign before the unit', en.signedMoney(-142_200), '\u2212¥142,200'],
  ['gain', ja.signedYen(216_227), '+216,227'],
  ['loss has a minus, not a hyphen', ja.signedYen(-142_200), '\u2212142,200'],
  ['neither', ja.signedYen(0), '±0'],
  ['a balance below zero', ja.yen(-1_044), '\u22121,044'],
  ['minus zero', ja.yen(-0), '0'],
  ['four figures are grouped in Spanish too', es.yen(1_000), '1.000'],
  ['twelve zeros', ja.money(1_000_000_000_000), '1,000,000,000,000円'],
  ['percent', ja.signedPercent(209), '+2.09%'],
  ['percent, fr', fr.signedPercent(209), '+2,09\u202f%'],
  ['percent that did not move', ja.signedPercent(0), '±0.00%'],
  ['a ratio', ja.percent(8_544), '85.44%'],
  // Halves go away from zero, on both sides; what is shown is rounded once.
  ['a half', ja.signedPercent(1_234.5), '+12.35%'],
  ['a half below', ja.signedPercent(-1_234.5), '\u221212.35%'],
  ['rounded once', ja.percent(1_264.6, 1), '12.6%'],
  ['a distance', ja.signedPercent(-6_473, 1), '\u221264.7%'],
  ['what rounds to nothing is neither', ja.signedPercent(-1, 1), '±0.0%'],
  ['price without a decimal', ja.price(3_482), '3,482'],
  ['price with one', ja.price(2_211.5), '2,211.5'],
  ['price, fr', fr.price(2_211.5), '2\u202f211,5'],
  ['change of price', ja.signedPrice(-31.5), '\u221231.5'],
  ['change of price in whole yen', ja.signedPrice(72), '+72'],
  ['man', ja.large(4_812_000), '481.2万'],
  ['oku', ja.large(16_660_000_000), '166.6億'],
  ['oku, its decimal kept for the column', ja.large(1_104_000_000), '11.0億'],
  ['man, four digits', ja.large(87_093_000), '8,709万'],
  ['man, whole', ja.large(1_000_000), '100万'],
  ['less than a man', ja.large(7_800), '7,800'],
  ['large, fr', fr.large(16_660_000_000).replace(/\s/g, ' '), '16,7 Md'],
  ['large, en', en.large(4_812_000), '4.81M'],
  ['shares', ja.shares(1_000), '1,000株'],
  ['two sentences', formatter('zh-Hant').sentences('一。', '二。'), '一。二。'],
  ['two sentences, fr', fr.sentences('Un.', 'Deux.'), 'Un. Deux.'],
  ['index points', ja.number(2_846.32, 2), '2,846.32'],
  ["time is Japan's", ja.time('2026-11-19T05:32:08Z'), '14:32:08'],
  ['midnight', ja.clock('2026-11-18T15:00:00Z'), '00:00'],
  ['a date that binds has its weekday', ja.dateTime('2026-11-20T06:30:00Z'), '11/20（金）15:30'],
  ["a bare date is Japan's day", ja.date('2026-11-20'), '11/20（金）'],
  ['date, fr', fr.date('2026-11-20'), 'ven. 20/11'],
  ['date, en', en.date('2026-11-20'), 'Fri 11/20'],
  ['day', ja.day('2026-11-20'), '2026/11/20'],
  ['to the millisecond', ja.precise('2026-11-20T06:30:00.123Z'), '11/20（金）15:30:00.123'],
  ['to the millisecond, fr', fr.precise(Date.parse('2026-11-20T06:30:00.123Z')), 'ven. 20/11 15:30:00,123'],
  ['a year on an axis', ja.year('2026-11-20'), '2026年'],
  ['a month on an axis', en.month('2026-11-20'), 'Nov'],
  ['a day on an axis', en.dayOfMonth('2026-11-20'), '20'],
  ['a day of a month on an axis', fr.monthDay('2026-11-20'), '20/11'],
  ['a rule has its decimals', fr.ruleFigure(0.5525), '0,5525'],
  ['a rule in yen', es.ruleFigure(1_000), '1.000'],
  ['a business year', ja.fiscalYear(2_027, 3), '2027年3月期'],
  ['a business year, en', en.fiscalYear(2_027, 3), 'FY3/2027'],
  ['a business year, es', es.fiscalYear(2_027, 3), '3/2027'],
  ['a business year, zh-Hans', formatter('zh-Hans').fiscalYear(2_027, 3), '2027年3月财年'],
  ['a business year, zh-Hant', formatter('zh-Hant').fiscalYear(2_027, 3), '2027年3月會計年度'],
]
test.each(cases)('%s', (_, text, expected) => expect(text).toBe(expected))

test('nothing known is never 0', () => {
  const unknown: (keyof Format)[] = [
    'yen',
    'money',
    'signedYen',
    'signedMoney',
    'price',
    'signedPrice',
    'percent',
    'signedPercent',
    'large',
    'quantity',
    'shares',
    'time',
    'clock',
    'date',
    'dateTime',
    'precise',
    'day',
    'monthDay',
  ]
  for (const name of unknown) {
    const print = ja[name] as (value: null | undefined) => string
    expect([name, print(null), print(undefined)]).toEqual([name, '—', '—'])
  }
  expect(ja.yen(Number.NaN)).toBe('—')
  expect(ja.time('yesterday')).toBe('—')
})

test.each([
  [1, 'up', '▲'],
  [-0.1, 'down', '▼'],
  [0, 'flat', ''],
  [null, 'flat', ''],
  [undefined, 'flat', ''],
] as const)('direction of %s', (value, way, sign) => {
  expect(direction(value)).toBe(way)
  expect(arrow(value)).toBe(sign)
})
