import { describe, expect, it } from 'vitest'
import type { Field } from '#wire/fix/message.ts'
import { isProblem, readOrder } from './terms.ts'

const BASE: readonly Field[] = [
  [11, 'a'],
  [55, '7203'],
  [54, '1'],
  [40, '2'],
  [44, '2000'],
  [38, '100'],
]
const read = (more: Readonly<Record<number, string | null>>) => {
  const changed = new Map<number, string | null>([
    ...BASE,
    ...Object.entries(more).map(([tag, value]) => [Number(tag), value] as const),
  ])
  const fields = [...changed].filter((field): field is [number, string] => field[1] !== null)
  return readOrder({ type: 'D', fields })
}

describe('an order of a session', () => {
  it.each<[string, Record<number, string | null>, object]>([
    [
      'bought for cash',
      {},
      { does: 'open', order: { side: 'up', leverageTenths: 10, priceTenths: 20_000, type: 'limit' } },
    ],
    [
      'bought on margin',
      { 544: '2', 898: '0.4' },
      { does: 'open', order: { side: 'up', leverageTenths: 25 } },
    ],
    [
      'of a third, which has no end',
      { 544: '2', 898: '0.303' },
      { does: 'open', order: { leverageTenths: 33 } },
    ],
    [
      'sold short',
      { 54: '5', 544: '2', 898: '1' },
      { does: 'open', order: { side: 'down', leverageTenths: 10 } },
    ],
    ['sold', { 54: '2' }, { does: 'close', held: { side: 'up', isLeveraged: false } }],
    ['closed on margin', { 54: '1', 544: '3' }, { does: 'close', held: { side: 'down', isLeveraged: true } }],
    ['at market', { 40: '1', 44: null }, { order: { type: 'market', priceTenths: null } }],
    ['of tenths', { 44: '2000.5' }, { order: { priceTenths: 20_005 } }],
    [
      'with noughts behind',
      { 44: '2000.500', 38: '100.00' },
      { order: { priceTenths: 20_005, quantity: 100 } },
    ],
    ['a stop', { 40: '3', 44: null, 99: '2100' }, { order: { type: 'stop', triggerTenths: 21_000 } }],
    ['until a date', { 59: '6', 432: '20261204' }, { order: { validity: 'date', validUntil: '2026-12-04' } }],
    ['in the closing auction', { 59: '7' }, { order: { condition: 'at-close' } }],
  ])('%s', (_, more, asked) => expect(read(more)).toMatchObject({ asked }))

  it.each<[string, Record<number, string | null>, string]>([
    ['a comma', { 44: '2000,5' }, '99'],
    ['a hundredth', { 44: '2000.05' }, '99'],
    ['an exponent', { 44: '2e3' }, '99'],
    ['a negative price', { 44: '-1' }, '99'],
    ['half a share', { 38: '0.5' }, '13'],
    ['no share', { 38: '0' }, '13'],
    ['no quantity', { 38: null }, '13'],
    ['a market order with a price', { 40: '1' }, '99'],
    ['a limit without one', { 44: null }, '99'],
    ['a short sale for cash', { 54: '5' }, '99'],
    ['a leverage that is not offered', { 544: '2', 898: '0.2' }, '99'],
    ['no leverage', { 544: '2' }, '99'],
    ['a day that no calendar has', { 59: '6', 432: '20260231' }, '99'],
    ['no issue', { 55: 'TOYOTA' }, '1'],
    ['a pegged order', { 40: 'P' }, '11'],
  ])('is refused with %s', (_, more, reason) => {
    const found = read(more)
    expect(isProblem(found) ? found.reason : found).toBe(reason)
  })
})
