import { expect, test } from 'vitest'
import { NO_END } from './trading-restriction.ts'
import { depthOf, quoteOf } from './quote.ts'
import { at, testMarket } from './test-market.ts'

/**
 * Stopped for safety by people of the firm (security-and-trust 1): nothing trades, in no auction either,
 * until they let it go on.
 */
const last = {
  soFar: {
    openTenths: 6_000,
    highTenths: 6_000,
    lowTenths: 6_000,
    lastTenths: 6_000,
    volume: 100,
    turnoverYen: 60_000,
    trades: 1,
  },
}
const DATE = '2026-11-20'

test('orders only wait; the board shows where they would meet; it goes on by an auction, at the time that was said', () => {
  const { market, open, enter, live, prints } = testMarket(600, last)
  open('09:00')
  enter('09:10', 's', 'sell', 601, 100)
  market.stop(at('10:00'))
  enter('10:01', 'b', 'buy', 602, 300)
  live('10:01', '10:09')
  expect(prints).toEqual([])
  expect(market.hold).toEqual({ kind: 'halted', until: NO_END })
  expect(quoteOf(market, 'continuous', at('10:09'), DATE)).toMatchObject({
    state: 'halted',
    indication: null,
  })
  expect(depthOf(market, at('10:09'))).toMatchObject({ bids: [[6_020, 300]], asks: [[6_020, 100]] })

  market.changed = false
  market.goOn(at('10:20'))
  expect([market.changed, market.isStopped, market.hold]).toEqual([
    true,
    false,
    { kind: 'halted', until: at('10:20') },
  ])
  live('10:10', '10:19:59')
  expect(prints).toEqual([])
  live('10:20', '10:20')
  expect(prints).toEqual([['10:20:00', 602, 100]])
  expect([market.isFree, quoteOf(market, 'continuous', at('10:21'), DATE).state]).toEqual([true, 'trading'])
})

test('no close and no opening brings a trade, and letting it go on between two sessions holds nothing up', () => {
  const { market, open, wait, gather, close, prints } = testMarket(600, last)
  open('09:00')
  market.stop(at('10:00'))
  wait('10:01', 's', 'sell', 600, 100)
  wait('10:01', 'b', 'buy', 600, 100)
  close('11:30', false)
  expect([prints, market.hold, quoteOf(market, 'pre-open', at('12:10'), DATE).state]).toEqual([
    [],
    null,
    'halted',
  ])
  open('12:30')
  expect([prints, market.hold, market.isUnopened]).toEqual([[], { kind: 'halted', until: NO_END }, true])
  gather('15:25')
  close('15:30')
  expect(prints).toEqual([])
  market.goOn(at('15:40'))
  expect([market.hold, market.isStopped]).toEqual([null, false])
})

test('a halt that lasts into a close is taken into its auction, with all that have gathered as one class', () => {
  const { market, open, wait, close, fills } = testMarket(600, last)
  open('09:00')
  market.halt(at('15:20'), NO_END)
  wait('15:21', 'a1', 'buy', 600, 300)
  wait('15:22', 'b1', 'buy', 600, 100)
  wait('15:23', 's', 'sell', 600, 300)
  close('15:30')
  // By participants, the largest first, a unit each in turn; by time the first would have got everything.
  expect(fills.filter(([name]) => name !== 's')).toEqual([
    ['a1', 600, 200],
    ['b1', 600, 100],
  ])
})
