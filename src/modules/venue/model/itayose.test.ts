import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Book, BUY, NONE, SELL, type BookSide } from './book.ts'
import { eligible, handOut } from './allotment.ts'
import { auctionPrice, holdAuction, limitMarketOrders, sharesUpTo, type AuctionPrice } from './itayose.ts'

type Order = [side: BookSide, price: number | null, quantity: number]

function bookOf(orders: readonly Order[], low = 10, high = 12_000, unit = 10): Book {
  const book = new Book(low, high, unit)
  orders.forEach(([side, price, quantity], tag) => book.wait(side, price, quantity, tag))
  return book
}
/** Fills by tag, on both sides; nobody is simultaneous with anybody. */
function uncross(book: Book, { priceTenths, quantity }: AuctionPrice): Map<number, number> {
  const traded = new Map<number, number>()
  for (const side of [BUY, SELL] as const) {
    const { ahead, at } = eligible(book, side, priceTenths, (tag) => ({
      firm: 0,
      bookedIn: tag,
      givenIn: tag,
    }))
    for (const fill of handOut([...ahead, ...at], quantity, 100, () => false)) {
      traded.set(fill.tag, fill.quantity)
      book.fill(fill.slot, fill.quantity)
    }
  }
  return traded
}
const yen = (price: number) => price * 10
const everyYen = (price: number) => price % 10 === 0

const cases: [name: string, orders: Order[], reference: number, price: number | null, quantity: number][] = [
  [
    'worked example A of the facts: 500 and 501 qualify, the smaller surplus wins',
    [
      [SELL, null, 200],
      [BUY, null, 400],
      [SELL, 501, 400],
      [BUY, 501, 300],
      [SELL, 500, 200],
      [BUY, 500, 200],
      [SELL, 499, 300],
      [BUY, 499, 600],
    ],
    500,
    500,
    700,
  ],
  [
    'nothing crosses',
    [
      [BUY, 499, 100],
      [SELL, 500, 100],
    ],
    500,
    null,
    0,
  ],
  [
    'one side alone',
    [
      [BUY, null, 100],
      [BUY, 500, 100],
    ],
    500,
    null,
    0,
  ],
  [
    'condition 1: a market order too large for all limits',
    [
      [BUY, null, 500],
      [SELL, 500, 200],
    ],
    500,
    null,
    0,
  ],
  [
    'surplus on the buy side everywhere: the highest price',
    [
      [BUY, 505, 500],
      [SELL, 500, 300],
    ],
    500,
    505,
    300,
  ],
  [
    'surplus on the sell side everywhere: the lowest price',
    [
      [BUY, 505, 300],
      [SELL, 500, 500],
    ],
    505,
    500,
    300,
  ],
  [
    'balanced over a range: nearest to the reference',
    [
      [BUY, 505, 300],
      [SELL, 500, 300],
    ],
    503,
    503,
    300,
  ],
  [
    'balanced, reference below the range: its lower end',
    [
      [BUY, 505, 300],
      [SELL, 500, 300],
    ],
    400,
    500,
    300,
  ],
  [
    'balanced, reference above the range: its upper end',
    [
      [BUY, 505, 300],
      [SELL, 500, 300],
    ],
    900,
    505,
    300,
  ],
  [
    'market orders meet each other at the reference',
    [
      [BUY, null, 200],
      [SELL, null, 200],
    ],
    480,
    480,
    200,
  ],
]

describe('the price of an auction', () => {
  test.each(cases)('%s', (_name, orders, reference, price, quantity) => {
    const book = bookOf(orders.map(([side, at, size]) => [side, at === null ? null : yen(at), size]))
    const found = auctionPrice(book, yen(reference), everyYen)
    expect(found && [found.priceTenths, found.quantity]).toEqual(
      price === null ? null : [yen(price), quantity],
    )
  })
})

test('worked example A: who trades', () => {
  const book = bookOf([
    [SELL, null, 200],
    [BUY, null, 400],
    [SELL, 5_010, 400],
    [BUY, 5_010, 300],
    [SELL, 5_000, 200],
    [BUY, 5_000, 200],
    [SELL, 4_990, 300],
    [BUY, 4_990, 600],
  ])
  const traded = uncross(book, auctionPrice(book, 5_000, everyYen)!)
  expect(Object.fromEntries(traded)).toEqual({ 0: 200, 1: 400, 3: 300, 4: 200, 6: 300 })
  expect(book.bestBidTenths()).toBe(5_000)
  expect(book.bestAskTenths()).toBe(5_010)
})

test('market orders that find too little count at the limit of the day', () => {
  const book = bookOf(
    [
      [SELL, 5_000, 200],
      [BUY, null, 500],
      [BUY, 5_500, 100],
    ],
    4_000,
    5_500,
  )
  limitMarketOrders(book, { lowerTenths: 4_000, upperTenths: 5_500 })
  expect(auctionPrice(book, 5_000, everyYen)).toMatchObject({ priceTenths: 5_500, quantity: 200 })
})

const lots = fc.integer({ min: 1, max: 9 }).map((n) => n * 100)
const order = fc.tuple(
  fc.constantFrom<BookSide>(BUY, SELL),
  fc.oneof(
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 12 }).map((n) => n * 10) },
  ),
  lots,
)

/** The rules of 5.1 and 5.2, price by price, without any cleverness. */
function byTheBook(orders: readonly Order[], reference: number): { price: number; quantity: number } | null {
  const limits = orders.flatMap(([, price]) => (price === null ? [] : [price]))
  const [low, high] =
    limits.length === 0 ? [reference, reference] : [Math.min(...limits), Math.max(...limits)]
  const sum = (side: BookSide, fits: (price: number | null) => boolean) =>
    orders.reduce((total, [of, price, quantity]) => total + (of === side && fits(price) ? quantity : 0), 0)
  const admissible: { price: number; quantity: number; surplus: number }[] = []
  for (let at = low; at <= high; at += 10) {
    const buys = sum(BUY, (price) => price === null || price >= at)
    const sells = sum(SELL, (price) => price === null || price <= at)
    const quantity = Math.min(buys, sells)
    const allMarket =
      quantity >= sum(BUY, (price) => price === null) && quantity >= sum(SELL, (price) => price === null)
    const allBetter =
      quantity >= sum(BUY, (price) => price === null || price > at) &&
      quantity >= sum(SELL, (price) => price === null || price < at)
    if (quantity > 0 && allMarket && allBetter)
      admissible.push({ price: at, quantity, surplus: buys - sells })
  }
  const most = Math.max(...admissible.map((each) => each.quantity))
  const largest = admissible.filter((each) => each.quantity === most)
  const least = Math.min(...largest.map((each) => Math.abs(each.surplus)))
  const left = largest.filter((each) => Math.abs(each.surplus) === least)
  if (left.length === 0) return null
  if (left.every((each) => each.surplus < 0)) return left[0]!
  if (left.every((each) => each.surplus > 0)) return left.at(-1)!
  return left.sort(
    (a, b) => Math.abs(a.price - reference) - Math.abs(b.price - reference) || a.price - b.price,
  )[0]!
}

test('property: the price is the one that the rules name, and the fills keep price, time and quantity', () => {
  fc.assert(
    fc.property(fc.array(order, { maxLength: 14 }), fc.integer({ min: 1, max: 12 }), (orders, step) => {
      const book = bookOf(orders, 10, 120)
      const found = auctionPrice(book, step * 10, everyYen)
      const expected = byTheBook(orders, step * 10)
      expect(found && { price: found.priceTenths, quantity: found.quantity }).toEqual(
        expected && { price: expected.price, quantity: expected.quantity },
      )
      if (found === null) return
      const traded = uncross(book, found)
      const filled = orders.map((_, tag) => traded.get(tag) ?? 0)
      for (const side of [BUY, SELL] as const) {
        const line = orders
          .map(([of, price, quantity], tag) => ({
            of,
            rank: price === null ? -Infinity : side === BUY ? -price : price,
            quantity,
            tag,
          }))
          .filter((each) => each.of === side)
          .sort((a, b) => a.rank - b.rank || a.tag - b.tag)
        let left = found.quantity
        for (const each of line) {
          expect(filled[each.tag]).toBe(Math.min(left, each.quantity))
          left -= filled[each.tag]!
        }
        expect(left).toBe(0)
      }
      expect(book.firstAt(BUY, null)).toBe(NONE)
      expect(book.firstAt(SELL, null)).toBe(NONE)
      const [bid, ask] = [book.bestBidTenths(), book.bestAskTenths()]
      expect(bid === null || ask === null || bid < ask).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('property: with a range, what is inside trades, and else the side presses that wants to go beyond it', () => {
  fc.assert(
    fc.property(
      fc.array(order, { maxLength: 14 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 0, max: 3 }),
      (orders, step, reach) => {
        const book = bookOf(orders, 10, 120)
        const range = {
          lowerTenths: Math.max(step - reach, 1) * 10,
          upperTenths: Math.min(step + reach, 12) * 10,
        }
        const found = holdAuction(book, step * 10, range, everyYen)
        const price = byTheBook(orders, step * 10)?.price
        const isInside = price !== undefined && price >= range.lowerTenths && price <= range.upperTenths
        expect(found.kind === 'trade').toBe(isInside)
        if (found.kind === 'trade') expect(found.priceTenths).toBe(price)
        // At the end of the range towards which a side presses, it wants more than the other gives.
        if (found.kind === 'pressure') {
          const edge = found.side === BUY ? range.upperTenths : range.lowerTenths
          expect(sharesUpTo(book, found.side, edge)).toBeGreaterThanOrEqual(
            sharesUpTo(book, found.side === BUY ? SELL : BUY, edge),
          )
        }
        // No pressure: no market order is left without its counterpart, and no limits cross.
        if (found.kind === 'none') {
          const [bid, ask] = [book.bestBidTenths(), book.bestAskTenths()]
          expect(bid === null || ask === null || bid < ask).toBe(true)
          expect(book.quantityAt(BUY, null) > 0 && book.quantityAt(SELL, null) > 0).toBe(false)
          expect(
            sharesUpTo(book, BUY, 10) > 0 &&
              sharesUpTo(book, SELL, 120) > 0 &&
              book.quantityAt(BUY, null) + book.quantityAt(SELL, null) > 0,
          ).toBe(false)
        }
      },
    ),
    { numRuns: 2_000 },
  )
})
