import { expect, test } from 'vitest'
import type { Lot } from '#modules/portfolio/model/lot.ts'
import { chooseLots, type CloseShares } from './choose-lots.ts'

const lot = (id: string, openedAt: number, patch: Partial<Lot> = {}) =>
  ({ id, openedAt, code: 'S214', side: 'up', openQuantity: 300, closingQuantity: 0, ...patch }) as Lot
const open = [
  lot('c', 3),
  lot('a', 1, { closingQuantity: 200 }),
  lot('b', 2),
  lot('x', 0, { code: 'S215' }),
  lot('y', 0, { side: 'down' }),
]
const close = (quantity: number, lots: string[] | null = null): CloseShares => ({
  code: 'S214',
  side: 'up',
  quantity,
  lots,
})

const cases: [name: string, asked: CloseShares, parts: [id: string, quantity: number][] | null][] = [
  [
    'the oldest first, as far as it is free',
    close(500),
    [
      ['a', 100],
      ['b', 300],
      ['c', 100],
    ],
  ],
  ['one lot is enough', close(100), [['a', 100]]],
  [
    'named lots, in their order',
    close(400, ['c', 'b']),
    [
      ['c', 300],
      ['b', 100],
    ],
  ],
  [
    'less than was asked for',
    close(900),
    [
      ['a', 100],
      ['b', 300],
      ['c', 300],
    ],
  ],
  ['of the other direction', { ...close(300), side: 'down' }, [['y', 300]]],
  ['a lot of another issue', close(100, ['x']), null],
  ['a lot that is not there', close(100, ['z']), null],
  ['a lot named twice', close(400, ['c', 'c']), null],
]
test.each(cases)('%s', (_, asked, parts) => {
  expect(chooseLots(open, asked, 100)?.map((part) => [part.lot.id, part.quantity]) ?? null).toEqual(parts)
})

test.each<[string[], string[]]>([
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
  [
    ['b', 'a'],
    ['a', 'b'],
  ],
  [
    ['c', 'a', 'b'],
    ['a', 'b', 'c'],
  ],
])('of the same moment %j go as %j', (ids, inOrder) => {
  expect(
    chooseLots(
      ids.map((id) => lot(id, 1)),
      close(900),
      100,
    )?.map((part) => part.lot.id),
  ).toEqual(inOrder)
})

test.each<[name: string, free: number[], asked: number, parts: number[]]>([
  ['all, odd lots with it', [125, 30], 155, [125, 30]],
  ['an odd lot that is a whole lot goes in its turn', [25, 75, 100], 100, [25, 75]],
  ['no unit is cut for it', [25, 100], 100, [0, 100]],
  ['the odd lot alone', [100, 125], 25, [0, 25]],
  ['whole units first, then the odd lot that fits', [130, 225], 125, [100, 25]],
  ['what does not come out even stays as it was asked', [125, 100], 150, [125, 25]],
])('odd lots: %s', (_, free, asked, parts) => {
  const held = free.map((openQuantity, n) => lot(String(n), n, { openQuantity }))
  expect(chooseLots(held, close(asked), 100)!.map((part) => [part.lot.id, part.quantity])).toEqual(
    parts.flatMap((quantity, n) => (quantity > 0 ? [[String(n), quantity]] : [])),
  )
})
