import { describe, expect, test } from 'vitest'
import { BUY, SELL } from './book.ts'
import { isBackground } from './entry-tag.ts'
import { match, type BookedOrder } from './match.ts'
import type { MatchContext } from './match-context.ts'
import { at, testMarket } from './test-market.ts'

/**
 * The facts that decided over a fill are kept as they stood (security-and-trust 5.4): matched again, it gives
 * the same fills.
 */
const lastAt = (yen: number) => ({
  fairTenths: yen * 10,
  soFar: {
    openTenths: yen * 10,
    highTenths: yen * 10,
    lowTenths: yen * 10,
    lastTenths: yen * 10,
    volume: 100,
    turnoverYen: yen * 100,
    trades: 1,
  },
})

function bookOf({ orders, entries }: MatchContext): BookedOrder[] {
  const book: BookedOrder[] = []
  for (let row = 0; row < orders.length; row += 4) {
    const [side, price, quantity, tag] = orders.slice(row, row + 4) as [0 | 1, number, number, number]
    const [firm, bookedIn, givenIn] = entries?.slice((row / 4) * 3, (row / 4) * 3 + 3) ?? []
    book.push({
      side,
      priceTenths: price === 0 ? null : price,
      quantity,
      isOne: !isBackground(tag),
      entry: firm === undefined ? null : { firm, bookedIn: bookedIn!, givenIn: givenIn! },
    })
  }
  return book
}
/** Price and quantity of each match, in order; `incoming`: of the order that came. */
const again = (seen: MatchContext) =>
  match(bookOf(seen), seen.event, seen).map(
    ({ row, priceTenths, quantity }): [isIncoming: boolean, priceYen: number, quantity: number] => [
      row === 0,
      priceTenths / 10,
      quantity,
    ],
  )

describe('an order', () => {
  test('through two prices: the book before it, the order, and the state', () => {
    const { market, seen, fills, open, enter } = testMarket(600, lastAt(600))
    open('09:00')
    enter('10:00', 's', 'sell', 601, 100)
    enter('10:00', 't', 'sell', 602, 300)
    enter('10:01', 'b', 'buy', 605, 200)
    expect(fills).toEqual([
      ['s', 601, 100],
      ['b', 601, 100],
      ['t', 602, 100],
      ['b', 602, 100],
    ])
    expect(seen[0]).toMatchObject({
      at: at('10:01'),
      event: { kind: 'order', side: BUY, priceTenths: 6_050, quantity: 200, rests: true, tag: 3 },
      orders: [SELL, 6_010, 100, 1, SELL, 6_020, 300, 2],
      entries: null,
      state: {
        baseTenths: 6_000,
        referenceTenths: 6_000,
        lastTenths: 6_000,
        openTenths: 6_000,
        run: null,
        hold: null,
        isGathering: false,
        isUnopened: false,
        limits: market.limits,
      },
    })
    expect(new Set(seen).size).toBe(1)
    expect(again(seen[0]!)).toEqual([
      [false, 601, 100],
      [true, 601, 100],
      [false, 602, 100],
      [true, 602, 100],
    ])
  })

  test('at market, and one that lapses', () => {
    const { seen, open, enter } = testMarket(600, lastAt(600))
    open('09:00')
    enter('10:00', 'b', 'buy', 599, 100)
    enter('10:00', 'c', 'buy', 598, 100)
    enter('10:01', 's', 'sell', null, 100, false)
    enter('10:02', 't', 'sell', 598, 300, false)
    expect(seen.map((each) => each?.event)).toEqual([
      { kind: 'order', side: SELL, priceTenths: null, quantity: 100, rests: false, tag: 3 },
      { kind: 'order', side: SELL, priceTenths: null, quantity: 100, rests: false, tag: 3 },
      { kind: 'order', side: SELL, priceTenths: 5_980, quantity: 300, rests: false, tag: 4 },
      { kind: 'order', side: SELL, priceTenths: 5_980, quantity: 300, rests: false, tag: 4 },
    ])
    expect(seen.filter((_, index) => index % 2 === 0).map((each) => again(each!))).toEqual([
      [
        [false, 599, 100],
        [true, 599, 100],
      ],
      [
        [false, 598, 100],
        [true, 598, 100],
      ],
    ])
  })

  test('under a sequential quote, with those who press', () => {
    const { seen, open, enter, quoted, fills } = testMarket(600, lastAt(600))
    open('09:00')
    for (const price of [605, 615, 626]) enter('10:00', `s${price}`, 'sell', price, 100)
    enter('10:00', 'b', 'buy', 630, 300)
    expect(quoted()).toEqual(['sequential', 'buy', 620, '10:01:00'])
    enter('10:00:30', 'u', 'sell', 618, 100)
    expect(fills.slice(-2)).toEqual([
      ['b', 620, 100],
      ['u', 620, 100],
    ])
    expect(seen.at(-1)).toMatchObject({
      event: { kind: 'order', priceTenths: 6_180 },
      state: { hold: { kind: 'sequential', side: BUY, priceTenths: 6_200 } },
    })
    expect(again(seen.at(-1)!)).toEqual([
      [false, 620, 100],
      [true, 620, 100],
    ])
  })

  test('of the background: looked at where a member may trade with it, and only there', () => {
    const { market, seen, open, enter } = testMarket(600, lastAt(600))
    open('09:00')
    enter('10:00', 'b', 'buy', 600, 200)
    market.enter(SELL, 6_000, 100, market.tagOf(3, at('10:01')), true, at('10:01'))
    expect(seen).toEqual([null])
    market.memberOrders = 1
    market.enter(SELL, 6_000, 100, market.tagOf(3, at('10:02')), true, at('10:02'))
    expect(seen[1]).toMatchObject({ at: at('10:02'), event: { kind: 'order', side: SELL } })
    expect(again(seen[1]!)).toEqual([
      [false, 600, 100],
      [true, 600, 100],
    ])
  })
})

describe('an auction', () => {
  const gathered = (more = {}) => {
    const made = testMarket(600, more)
    made.wait('08:10', 'a', 'buy', null, 300)
    made.wait('08:20', 'b', 'buy', 605, 200)
    made.wait('08:30', 's', 'sell', 598, 400)
    made.wait('08:30', 't', 'sell', 610, 100)
    return made
  }
  test('of an opening: every order with its firm and when it came', () => {
    const { market, seen, fills, open } = gathered()
    market.memberOrders = 4
    open('09:00')
    expect(seen[0]).toMatchObject({
      at: at('09:00'),
      event: { kind: 'seek', fromTenths: 6_000 },
      state: { isGathering: false, isUnopened: true, referenceTenths: 6_000, lastTenths: null },
    })
    expect(seen[0]!.entries).toHaveLength(12)
    expect(again(seen[0]!).map(([, price, quantity]) => [price, quantity])).toEqual(
      fills.map(([, price, quantity]) => [price, quantity]),
    )
    expect(fills).toHaveLength(3)
  })
  test('of a close, with what it does at its edge', () => {
    for (const [buyYen, quantity] of [
      [601, 400],
      [1_000, 5_000],
    ] as const) {
      const { market, seen, fills, open, wait, gather, close } = testMarket(600, lastAt(600))
      market.memberOrders = 3
      open('09:00')
      gather('15:25')
      wait('15:26', 'b', 'buy', Math.min(buyYen, 700), quantity)
      wait('15:26', 'c', 'buy', 601, 300)
      wait('15:27', 's', 'sell', 600, 400)
      close('15:30')
      expect(fills.length).toBeGreaterThan(1)
      expect(seen[0]).toMatchObject({ event: { kind: 'close', isLast: true }, state: { isGathering: true } })
      expect(again(seen[0]!).map(([, price, shares]) => [price, shares])).toEqual(
        fills.map(([, price, shares]) => [price, shares]),
      )
    }
  })
  test('without a member is nobody’s to look at', () => {
    const { seen, fills, open } = gathered()
    open('09:00')
    expect([fills.length, seen]).toEqual([3, [null, null, null]])
  })
})

test('how far a trade may be made at once: a step from the last price on either side, and anywhere in a replay', () => {
  const { market, open } = testMarket(600, lastAt(600))
  open('09:00')
  expect([589, 590, 610, 611].map((yen) => market.isInReach(yen * 10, at('10:00')))).toEqual([
    false,
    true,
    true,
    false,
  ])
  const replayed = testMarket(600, { ...lastAt(600), isReplay: true })
  replayed.open('09:00')
  expect(replayed.market.isInReach(6_900, at('10:00'))).toBe(true)
})
