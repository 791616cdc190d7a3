import { expect, test } from 'vitest'
import type { LotView } from '#modules/portfolio/contract.ts'
import { closableWith, closedBy, freeOf, inCloseOrder } from '#modules/portfolio/model/closing.ts'
import { sweep } from '#modules/orders/model/sweep.ts'
import { firstScope, partsOf } from './close-parts.ts'
import { worthsOf } from './close-worths.ts'
import { firstQuantity } from './first-quantity.ts'

const lot = (id: string, patch: Partial<LotView> = {}): LotView =>
  ({
    id,
    code: 'S214',
    side: 'up',
    leverage: 2,
    openQuantity: 300,
    closingQuantity: 0,
    openPrice: 1_000,
    openedAt: `2026-11-19T0${id}:00:00Z`,
    accrued: 30,
    margin: 150_000,
    ...patch,
  }) as LotView
const lots = [
  lot('3'),
  lot('1'),
  lot('2', { closingQuantity: 200 }),
  lot('4', { side: 'down' }),
  lot('5', { code: 'S100' }),
  lot('6', { closingQuantity: 300 }),
]

test('beside a lot stand those of its issue and side that have something free, oldest first', () => {
  expect(closableWith(lots[0]!, lots).map(({ id }) => id)).toEqual(['1', '2', '3'])
})

const cases: [quantity: number, parts: [id: string, quantity: number][]][] = [
  [100, [['1', 100]]],
  [300, [['1', 300]]],
  [
    400,
    [
      ['1', 300],
      ['2', 100],
    ],
  ],
  [
    500,
    [
      ['1', 300],
      ['2', 100],
      ['3', 100],
    ],
  ],
  [
    9_900,
    [
      ['1', 300],
      ['2', 100],
      ['3', 300],
    ],
  ],
]
test.each(cases)('%d shares', (quantity, parts) => {
  expect(
    partsOf(closableWith(lots[0]!, lots), quantity, 100).map((part) => [part.lot.id, part.quantity]),
  ).toEqual(parts)
})

test('selling ends what is held long, buying what is held short', () => {
  const own = lots.filter(({ code }) => code === 'S214')
  expect(closedBy('down', own)).toMatchObject({ lot: { id: '1' }, shares: 700 })
  expect(closedBy('up', own)).toMatchObject({ lot: { id: '4' }, shares: 300 })
  expect(closedBy('up', [])).toBeNull()
})

test('what own orders have taken is held all the same: selling it is no short sale', () => {
  const bound = lot('6', { closingQuantity: 300 })
  expect(closedBy('down', [bound])).toMatchObject({ lot: { id: '6' }, shares: 0, held: 300 })
  // Free shares, on margin too, are closed before what is bound.
  expect(closedBy('down', [lot('1', { leverage: 1, closingQuantity: 300 }), lot('2')])).toMatchObject({
    lot: { id: '2' },
    shares: 300,
    held: 600,
  })
  expect(closedBy('up', [bound])).toBeNull()
})

test('shares paid in full go before those on margin, and neither is closed with the other', () => {
  const own = [lot('1'), lot('2', { leverage: 1 }), lot('3'), lot('4', { leverage: 1 })]
  expect(closedBy('down', own)).toMatchObject({ lot: { id: '2' }, shares: 600 })
  expect(closableWith(own[1]!, own).map(({ id }) => id)).toEqual(['2', '4'])
  expect(closableWith(own[0]!, own).map(({ id }) => id)).toEqual(['1', '3'])
  expect(closedBy('down', [own[2]!, own[0]!])).toMatchObject({ lot: { id: '1' }, shares: 600 })
})

const priced = (side: 'up' | 'down') => [
  lot('3', { side, openPrice: 900 }),
  lot('1', { side }),
  lot('4', { side, openPrice: 1_200 }),
  lot('2', { side }),
]
test.each([
  ['up', 'age', '1234'],
  ['up', 'profit', '3124'],
  ['up', 'loss', '4123'],
  ['down', 'age', '1234'],
  ['down', 'profit', '4123'],
  ['down', 'loss', '3124'],
] as const)('%s lots by %s: %s', (side, order, ids) =>
  expect(
    inCloseOrder(priced(side), order)
      .map(({ id }) => id)
      .join(''),
  ).toBe(ids),
)

test('the sheet opens with all that was asked for, where one lot has not so many', () => {
  const own = closableWith(lots[0]!, lots)
  const { shares, lot: first } = closedBy('down', own)!
  expect(firstScope(shares, first)).toBe('all')
  expect(
    firstQuantity(
      shares,
      own.reduce((sum, each) => sum + freeOf(each), 0),
    ),
  ).toBe(700)
  expect(firstScope(100, first)).toBe('one')
})

test('parts at market come to the yen of their own levels, one behind the other, and together to all of them', () => {
  const parts = partsOf([lot('1'), lot('2')], 600, 100)
  const bids: [number, number][] = [
    [1_970, 100],
    [1_960, 400],
    [1_950, 500],
  ]
  const through = (quantity: number, before: number) => sweep(bids, 'down', quantity, before)
  expect(worthsOf(parts, 196, through)).toEqual([19_700 + 39_200, 39_200 + 19_500])
  expect(through(600, 0)!.notionalYen).toBe(117_600)
  expect(worthsOf(parts, 196, () => null)).toEqual([58_800, 58_800])
})
