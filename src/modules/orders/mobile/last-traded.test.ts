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
const limit = { side: 'up', leverage: 1, type: 'limit' }
const short = { side: 'down', leverage: 2, type: 'limit' }

it.each([
  ['at a limit', [order({ leverage: 1 })], {}, limit],
  ['never on credit that nobody pressed', [order()], {}, limit],
  ['the newest counts', [order(), order({ type: 'market', placedAt: later })], { side: 'up' }, null],
  ['a short is followed by a purchase', [order({ side: 'down', type: 'market' })], {}, null],
  ['and does not say how', [order({ side: 'down' })], {}, null],
  [
    'of the side that was pressed',
    [order({ side: 'down' }), order({ type: 'market', placedAt: later })],
    { side: 'down' },
    short,
  ],
  [
    'a price that was pressed keeps its type',
    [order({ type: 'market' })],
    { side: 'up', type: 'limit' },
    null,
  ],
  [
    'a short as the short before, at the price that was pressed',
    [order({ side: 'down', type: 'market' })],
    { side: 'down', type: 'limit' },
    short,
  ],
  ['a stop is filled in as what it becomes', [order({ type: 'stop-limit' })], {}, limit],
  ['a plain one is said by nobody', [order({ leverage: 1, type: 'market' })], {}, null],
  ['a leverage that was asked for stays', [order()], { leverage: 1 }, null],
  ['what closed a lot says nothing', [order({ purpose: 'close' })], {}, null],
  [
    'nor what a product or a rule sent',
    [order({ source: 'day-trade' }), order({ origin: 'loss-cut' })],
    {},
    null,
  ],
  [
    'nor a leverage above the level',
    [order({ side: 'down', leverage: 3 })],
    { side: 'down' },
    { ...short, leverage: 1 },
  ],
  ['nobody has traded', [], {}, null],
] as const)('a ticket begins as the member traded last: %s', (_what, orders, asked, manner) => {
  expect(lastManner(orders, asked, 2.5)).toEqual(manner)
})
