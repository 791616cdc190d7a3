import { expect, test } from 'vitest'
import { wayOf, wayOfClosing, type Way } from './way.ts'

// Ways as Japanese brokers name them: 現物買, 信用新規買, 信用新規売, 現物売, 信用返済売, 信用返済買.
test.each<[purpose: 'open' | 'close', side: 'up' | 'down', leverageTenths: number, way: Way]>([
  ['open', 'up', 10, 'cashBuy'],
  ['open', 'up', 11, 'up'],
  ['open', 'down', 10, 'down'],
  ['close', 'down', 10, 'cashSell'],
  ['close', 'down', 30, 'closeLong'],
  ['close', 'up', 10, 'closeShort'],
])('an order to %s, %s, at %d tenths is %s', (purpose, side, leverageTenths, way) => {
  expect(wayOf({ purpose, side, leverageTenths })).toBe(way)
  if (purpose === 'close')
    expect(wayOfClosing({ side: side === 'up' ? 'down' : 'up', leverageTenths })).toBe(way)
})
