import { expect, it } from 'vitest'
import { lastManner } from './last-traded.ts'

type Order = Parameters<typeof lastManner>[0][number]
const order = (part: Partial<Order> = {}): Order => ({
  purpose: 'open',
  source: 'order',
  origin: 'member',
  side: 'up',
  leverage: 2,
  type: 'limit',
  placedAt: '2026-11-20T01:00:00Z',
  ...part,
})
const later = '2026-11-20T02:00:00Z'
const margin = { side: 'up', leverage: 2, type: 'limit' }

it.each([
  ['on margin at a limit', [order()], {}, margin],
  ['the newest counts', [order(), order({ leverage: 1, placedAt: later })], {}, { ...margin, leverage: 1 }],
  [
    'of the side that was pressed',
    [order(), order({ side: 'down', placedAt: later })],
    { side: 'up' },
    margin,
  ],
  ['any side where none was', [order({ side: 'down' })], {}, { ...margin, side: 'down' }],
  [
    'a price that was pressed keeps its type',
    [order({ type: 'market' })],
    { side: 'up', type: 'limit' },
    margin,
  ],
  ['a stop is filled in as what it becomes', [order({ type: 'stop' })], {}, { ...margin, type: 'market' }],
  ['a plain one is said by nobody', [order({ leverage: 1, type: 'market' })], {}, null],
  ['a leverage that was asked for stays', [order()], { leverage: 1 }, null],
  ['what closed a lot says nothing', [order({ purpose: 'close' })], {}, null],
  [
    'nor what a product or a rule sent',
    [order({ source: 'day-trade' }), order({ origin: 'loss-cut' })],
    {},
    null,
  ],
  ['nor a leverage above the level', [order({ leverage: 3 })], {}, null],
  ['nobody has traded', [], {}, null],
] as const)('a ticket begins as the member traded last: %s', (_what, orders, asked, manner) => {
  expect(lastManner(orders, asked, 2.5)).toEqual(manner)
})
