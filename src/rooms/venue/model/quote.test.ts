import { expect, test } from 'vitest'
import { depthOf, quoteOf } from './quote.ts'
import { at, testMarket } from './test-market.ts'

const last = { soFar: { openTenths: 6_000, highTenths: 6_000, lowTenths: 6_000, lastTenths: 6_000, volume: 100, turnoverYen: 60_000, trades: 1 } }

test('a special quote: its side, price and time; both sides of the board summed up there, the levels beyond as they are', () => {
  const { market, open, enter } = testMarket(600, last)
  open('09:00')
  for (const [price, quantity] of [[605, 300], [630, 200], [640, 100]] as const) enter('09:30', `s${price}`, 'sell', price, quantity)
  enter('09:30', 'b590', 'buy', 590, 400)
  enter('10:00', 'b', 'buy', null, 800)
  enter('10:00', 'b635', 'buy', 635, 100)
  enter('10:00', 's600', 'sell', 600, 150)
  expect(quoteOf(market, 'continuous', at('10:00'), '2026-11-20')).toMatchObject({
    state: 'special', indication: { side: 'BUY', priceTenths: 6_150, until: at('10:03') },
    bidTenths: 6_150, bidQty: 600, askTenths: 6_150, askQty: 150, lastTenths: 6_050, shortRestricted: false, firstDay: false,
  })
  expect(depthOf(market, at('10:00'))).toMatchObject({
    bids: [[6_150, 600], [5_900, 400]], asks: [[6_150, 150], [6_300, 200], [6_400, 100]], marketBuyQty: 500, marketSellQty: 0, over: 0, under: 0,
  })
  // In pre-closing the issue gathers like any other.
  expect(quoteOf(market, 'pre-closing', at('15:26'), '2026-11-20')).toMatchObject({ state: 'pre-open', indication: null })
})

test('before an auction: both sides summed up at the price that it would have now', () => {
  const { market, wait } = testMarket(600)
  wait('08:10', 'a', 'buy', null, 300)
  wait('08:20', 'b', 'buy', 605, 200)
  wait('08:20', 'c', 'buy', 590, 100)
  wait('08:30', 's', 'sell', 598, 400)
  wait('08:30', 't', 'sell', 610, 100)
  const quote = quoteOf(market, 'pre-open', at('08:31'), '2026-11-20')
  expect(quote).toMatchObject({ state: 'pre-open', bidTenths: 6_050, bidQty: 500, askTenths: 6_050, askQty: 400 })
  expect(depthOf(market, at('08:31'))).toMatchObject({ bids: [[6_050, 500], [5_900, 100]], asks: [[6_050, 400], [6_100, 100]] })
  market.open(at('09:00'))
  expect(market.lastTenths).toBe(quote.bidTenths)
})

test('at the limit of the day: with a special quote there, or with nobody on the other side', () => {
  const pressed = testMarket(600, last)
  pressed.open('09:00')
  pressed.enter('09:10', 'b', 'buy', null, 100)
  pressed.live('09:10', '10:00')
  expect(quoteOf(pressed.market, 'continuous', at('10:00'), '2026-11-20')).toMatchObject({ state: 'limit', indication: { side: 'BUY', priceTenths: 7_000 } })

  const locked = testMarket(600, last)
  locked.open('09:00')
  locked.enter('09:10', 'b', 'buy', 700, 100)
  expect(quoteOf(locked.market, 'continuous', at('10:00'), '2026-11-20')).toMatchObject({ state: 'limit', indication: null, bidTenths: 7_000, askTenths: null })
})
