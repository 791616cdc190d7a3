import { expect, test } from 'vitest'
import { depthOf, quoteOf } from './quote.ts'
import { at, testMarket } from './test-market.ts'

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

test('a special quote: its side, price and time; both sides of the board summed up there, the levels beyond as they are', () => {
  const { market, open, enter } = testMarket(600, last)
  open('09:00')
  for (const [price, quantity] of [
    [605, 300],
    [630, 200],
    [640, 100],
  ] as const)
    enter('09:30', `s${price}`, 'sell', price, quantity)
  enter('09:30', 'b590', 'buy', 590, 400)
  enter('10:00', 'b', 'buy', null, 800)
  enter('10:00', 'b635', 'buy', 635, 100)
  enter('10:00', 's600', 'sell', 600, 150)
  expect(quoteOf(market, 'continuous', at('10:00'), '2026-11-20')).toMatchObject({
    state: 'special',
    indication: { side: 'BUY', priceTenths: 6_150, until: at('10:03') },
    bidTenths: 6_150,
    bidQty: 600,
    askTenths: 6_150,
    askQty: 150,
    lastTenths: 6_050,
    shortRestricted: false,
    firstDay: false,
  })
  expect(depthOf(market, at('10:00'))).toMatchObject({
    bids: [
      [6_150, 600],
      [5_900, 400],
    ],
    asks: [
      [6_150, 150],
      [6_300, 200],
      [6_400, 100],
    ],
    marketBuyQty: 500,
    marketSellQty: 0,
    over: 0,
    under: 0,
  })
  // In pre-closing the issue gathers like any other.
  expect(quoteOf(market, 'pre-closing', at('15:26'), '2026-11-20')).toMatchObject({
    state: 'pre-open',
    indication: null,
  })
})

test('before an auction: both sides summed up at the price that it would have now', () => {
  const { market, wait } = testMarket(600)
  wait('08:10', 'a', 'buy', null, 300)
  wait('08:20', 'b', 'buy', 605, 200)
  wait('08:20', 'c', 'buy', 590, 100)
  wait('08:30', 's', 'sell', 598, 400)
  wait('08:30', 't', 'sell', 610, 100)
  const quote = quoteOf(market, 'pre-open', at('08:31'), '2026-11-20')
  expect(quote).toMatchObject({
    state: 'pre-open',
    bidTenths: 6_050,
    bidQty: 500,
    askTenths: 6_050,
    askQty: 400,
  })
  expect(depthOf(market, at('08:31'))).toMatchObject({
    bids: [
      [6_050, 500],
      [5_900, 100],
    ],
    asks: [
      [6_050, 400],
      [6_100, 100],
    ],
  })
  market.open(at('09:00'))
  expect(market.lastTenths).toBe(quote.bidTenths)
})

test('at the limit of the day: with a special quote there, or with nobody on the other side', () => {
  const pressed = testMarket(600, last)
  pressed.open('09:00')
  pressed.enter('09:10', 'b', 'buy', null, 100)
  pressed.live('09:10', '10:00')
  expect(quoteOf(pressed.market, 'continuous', at('10:00'), '2026-11-20')).toMatchObject({
    state: 'limit',
    indication: { side: 'BUY', priceTenths: 7_000 },
  })

  const locked = testMarket(600, last)
  locked.open('09:00')
  locked.enter('09:10', 'b', 'buy', 700, 100)
  expect(quoteOf(locked.market, 'continuous', at('10:00'), '2026-11-20')).toMatchObject({
    state: 'limit',
    indication: null,
    bidTenths: 7_000,
    askTenths: null,
  })
})

test('at the lower limit, where nobody buys; with both sides, or off the limit, it trades', () => {
  const state = (orders: readonly [side: 'buy' | 'sell', priceYen: number][]) => {
    const { market, open, enter } = testMarket(600, last)
    open('09:00')
    for (const [n, [side, price]] of orders.entries()) enter('09:10', `o${n}`, side, price, 100)
    return quoteOf(market, 'continuous', at('10:00'), '2026-11-20').state
  }
  expect(state([['sell', 500]])).toBe('limit')
  expect(state([['sell', 501]])).toBe('trading')
  expect(state([['buy', 699]])).toBe('trading')
  expect(
    state([
      ['buy', 500],
      ['sell', 700],
    ]),
  ).toBe('trading')
  expect(state([])).toBe('trading')
})

test('closed at lunch and after the day, whatever stands in the book; a sell quote says that it sells', () => {
  const { market, open, enter, quoted } = testMarket(600, last)
  open('09:00')
  enter('10:00', 'b', 'buy', 580, 100)
  enter('10:00', 's', 'sell', null, 100)
  expect(quoted()).toEqual(['special', 'sell', 590, '10:03:00'])
  expect(quoteOf(market, 'continuous', at('10:00'), '2026-11-20')).toMatchObject({
    state: 'special',
    indication: { side: 'SELL', priceTenths: 5_900 },
  })
  for (const phase of ['closed', 'lunch'] as const)
    expect(quoteOf(market, phase, at('12:00'), '2026-11-20')).toMatchObject({
      state: 'closed',
      indication: null,
    })
  expect(quoteOf(market, 'pre-open', at('12:10'), '2026-11-20').state).toBe('pre-open')
})

test('what was traded: shares, whole yen, and their mean to a tenth; nothing of a day without a trade', () => {
  const none = testMarket(600)
  expect(quoteOf(none.market, 'pre-open', at('08:00'), '2026-11-20')).toMatchObject({
    volume: 0,
    turnoverYen: 0,
    vwapTenths: null,
    lastTenths: null,
    firstDay: false,
  })
  const { market, open, enter } = testMarket(600)
  open('09:00')
  enter('10:00', 's', 'sell', 600, 100)
  enter('10:00', 't', 'sell', 601, 200)
  enter('10:00', 'b', 'buy', 601, 300)
  expect(quoteOf(market, 'continuous', at('10:00'), '2026-11-20')).toMatchObject({
    volume: 300,
    turnoverYen: 180_200,
    vwapTenths: 6_007,
    openTenths: 6_000,
    highTenths: 6_010,
  })
})

test('ten levels a side, and what waits beyond them summed up', () => {
  const { market, open, enter } = testMarket(600, last)
  open('09:00')
  for (let n = 1; n <= 13; n++) {
    enter('09:10', `b${n}`, 'buy', 600 - n, 100 * n)
    enter('09:10', `s${n}`, 'sell', 600 + n, 10_000 * n)
  }
  const board = depthOf(market, at('09:11'))
  expect([board.bids.length, board.bids[0], board.bids[9], board.under]).toEqual([
    10,
    [5_990, 100],
    [5_900, 1_000],
    1_100 + 1_200 + 1_300,
  ])
  expect([board.asks.length, board.asks[0], board.asks[9], board.over]).toEqual([
    10,
    [6_010, 10_000],
    [6_100, 100_000],
    360_000,
  ])
  // Orders that meet while orders gather are one level of the ten.
  market.gather(0)
  enter('15:26', 'm', 'buy', 601, 100)
  expect([depthOf(market, at('15:26')).bids.length, depthOf(market, at('15:26')).asks.length]).toEqual([
    10, 10,
  ])
})
