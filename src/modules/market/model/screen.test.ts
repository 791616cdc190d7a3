import { expect, test } from 'vitest'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import { perTenthsOf, yieldBpOf, type Figures } from './figures.ts'
import { BOUNDS, matches, type Screen } from './screen.ts'

/**
 * 2,000 yen, up 2.00 %, 300,000 shares, 600 million of turnover, 20,000 億 of capitalisation, 16.0 times 125
 * yen, 2.50 %; 20 % below the year's high, 25 % above its low, twice the volume of a usual day.
 */
const row = (patch: Partial<Figures> = {}, about: Partial<Instrument> = {}): Figures => ({
  instrument: {
    code: 'S100',
    kind: 'stock',
    sector: 'banks',
    unit: 100,
    sharesOutstanding: 1_000_000_000,
    ...about,
  } as Instrument,
  nowTenths: 20_000,
  baseTenths: 19_608,
  traded: true,
  volume: 300_000,
  turnoverYen: 600_000_000,
  earningsTenths: 1_250,
  bookTenths: 10_000,
  dividendTenths: 500,
  year: { highTenths: 25_000, lowTenths: 16_000, usualVolume: 150_000 },
  ...patch,
})

/** Each bound at its figure, which is inside, and just beyond it. */
const bounds: [screen: Screen, beyond: Screen][] = [
  [{ priceFrom: 2_000 }, { priceFrom: 2_000.1 }],
  [{ priceTo: 2_000 }, { priceTo: 1_999.9 }],
  [{ lotTo: 200_000 }, { lotTo: 199_999 }],
  [{ changeFrom: 2 }, { changeFrom: 2.01 }],
  [{ changeTo: 2 }, { changeTo: 1.99 }],
  [{ volumeFrom: 300_000 }, { volumeFrom: 300_001 }],
  [{ turnoverFrom: 600 }, { turnoverFrom: 601 }],
  [{ capFrom: 20_000 }, { capFrom: 20_001 }],
  [{ capTo: 20_000 }, { capTo: 19_999 }],
  [{ perFrom: 16 }, { perFrom: 16.1 }],
  [{ perTo: 16 }, { perTo: 15.9 }],
  [{ pbrFrom: 2 }, { pbrFrom: 2.01 }],
  [{ pbrTo: 2 }, { pbrTo: 1.99 }],
  [{ yieldFrom: 2.5 }, { yieldFrom: 2.51 }],
  [{ yieldTo: 2.5 }, { yieldTo: 2.49 }],
  [{ surgeFrom: 2 }, { surgeFrom: 2.1 }],
  [{ belowHighTo: 20 }, { belowHighTo: 19.99 }],
  [{ aboveLowTo: 25 }, { aboveLowTo: 24.99 }],
]
test.each(bounds)('%j holds, %j does not', (screen, beyond) =>
  expect([matches(row(), screen), matches(row(), beyond)]).toEqual([true, false]),
)
test('every bound is in the table', () =>
  expect(bounds.map(([screen]) => Object.keys(screen)[0])).toEqual([...BOUNDS]))

const others: [what: string, figures: Figures, screen: Screen, holds: boolean][] = [
  ['no bound', row(), {}, true],
  ['its sector', row(), { sectors: ['foods', 'banks'] }, true],
  ['other sectors', row(), { sectors: ['foods'] }, false],
  ['no sector named', row(), { sectors: [] }, true],
  ['its kind', row(), { kind: 'stock' }, true],
  ['another kind', row(), { kind: 'etf' }, false],
  ['two bounds, one broken', row(), { priceFrom: 1_000, yieldFrom: 3 }, false],
  ['a company that expects a loss has no PER', row({ earningsTenths: -10 }), { perTo: 1_000 }, false],
  ['nor has one of which nothing is known', row({ earningsTenths: null }), { perFrom: 0 }, false],
  ['a company that has lost its equity has no PBR', row({ bookTenths: -10 }), { pbrTo: 1_000 }, false],
  ['nor has one of which nothing is known', row({ bookTenths: null }), { pbrFrom: 0 }, false],
  ['who pays nothing yields nothing', row({ dividendTenths: 0 }), { yieldTo: 0 }, true],
  [
    'of whom nobody knows, no bound on the yield holds',
    row({ dividendTenths: null }),
    { yieldFrom: 0 },
    false,
  ],
  ['not traded today: no change', row({ traded: false, nowTenths: 19_608 }), { changeFrom: -100 }, false],
  ['of no year known: no distance', row({ year: null }), { belowHighTo: 100 }, false],
  [
    'no usual volume: no surge',
    row({ year: { highTenths: 1, lowTenths: 1, usualVolume: 0 } }),
    { surgeFrom: 0 },
    false,
  ],
  ['shares unknown: no capitalisation', row({}, { sharesOutstanding: 0 }), { capFrom: 0 }, false],
]
test.each(others)('%s', (_, figures, screen, holds) => expect(matches(figures, screen)).toBe(holds))

test('PER in tenths, yield in basis points, nearest', () => {
  expect([
    perTenthsOf(row()),
    perTenthsOf(row({ earningsTenths: 1_234 })),
    yieldBpOf(row({ dividendTenths: 333 })),
  ]).toEqual([160, 162, 167])
})
