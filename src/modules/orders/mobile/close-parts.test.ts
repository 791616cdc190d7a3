import { expect, test } from 'vitest'
import type { LotView } from '#modules/portfolio/contract.ts'
import { closableWith, closedBy } from '#modules/portfolio/model/closing.ts'
import { partsOf } from './close-parts.ts'

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

test('selling ends what is held long, buying what is held short; what is on its way already is neither', () => {
  const own = lots.filter(({ code }) => code === 'S214')
  expect(closedBy('down', own)).toMatchObject({ lot: { id: '1' }, shares: 700 })
  expect(closedBy('up', own)).toMatchObject({ lot: { id: '4' }, shares: 300 })
  expect(closedBy('down', [lot('6', { closingQuantity: 300 })])).toBeNull()
  expect(closedBy('up', [])).toBeNull()
})
