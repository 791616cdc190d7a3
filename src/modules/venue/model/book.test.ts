import { describe, expect, test } from 'vitest'
import { Book, BUY, NONE, SELL, type BookSide } from './book.ts'

type Fill = [maker: number, price: number, quantity: number, left: number]
const fillsOf = (book: Book): Fill[] =>
  Array.from({ length: book.fillCount }, (_, at) => [
    book.fillTag[at]!,
    book.fillPrice[at]!,
    book.fillQty[at]!,
    book.fillLeft[at]!,
  ])

/** Resting orders in their sequence of arrival; the tag of each is its place in this list. */
type Resting = [side: BookSide, price: number, quantity: number]
const bookOf = (resting: readonly Resting[]) => {
  const book = new Book(900, 1_100, 1)
  const slots = resting.map(([side, price, quantity], tag) => book.limit(side, price, quantity, tag))
  return { book, slots }
}

const cases: [
  name: string,
  resting: Resting[],
  side: BookSide,
  price: number | null,
  quantity: number,
  fills: Fill[],
  left: number,
][] = [
  [
    'better prices first',
    [
      [SELL, 1_002, 100],
      [SELL, 1_001, 100],
    ],
    BUY,
    1_005,
    200,
    [
      [1, 1_001, 100, 0],
      [0, 1_002, 100, 0],
    ],
    0,
  ],
  [
    'at one price the older order first',
    [
      [SELL, 1_001, 100],
      [SELL, 1_001, 300],
    ],
    BUY,
    1_001,
    200,
    [
      [0, 1_001, 100, 0],
      [1, 1_001, 100, 200],
    ],
    0,
  ],
  ['the resting order makes the price', [[BUY, 1_000, 100]], SELL, 950, 100, [[0, 1_000, 100, 0]], 0],
  [
    'a limit is never traded through',
    [
      [SELL, 1_001, 100],
      [SELL, 1_003, 100],
    ],
    BUY,
    1_002,
    200,
    [[0, 1_001, 100, 0]],
    100,
  ],
  [
    'a market order takes what there is',
    [
      [BUY, 1_000, 100],
      [BUY, 900, 100],
    ],
    SELL,
    null,
    300,
    [
      [0, 1_000, 100, 0],
      [1, 900, 100, 0],
    ],
    100,
  ],
  ['an empty side', [[BUY, 1_000, 100]], BUY, 1_100, 100, [], 100],
]

describe('matching', () => {
  test.each(cases)('%s', (_name, resting, side, price, quantity, fills, left) => {
    const { book } = bookOf(resting)
    if (price === null) book.market(side, quantity)
    else book.limit(side, price, quantity, 99, false)
    expect(fillsOf(book)).toEqual(fills)
    expect(book.left).toBe(left)
  })
})

test('what is left of a limit order waits and is traded with next', () => {
  const { book } = bookOf([[SELL, 1_000, 100]])
  const slot = book.limit(BUY, 1_001, 300, 7)
  expect([book.priceOf(slot), book.quantityOf(slot), book.sideOf(slot), book.tagOf(slot)]).toEqual([
    1_001,
    200,
    BUY,
    7,
  ])
  book.market(SELL, 500)
  expect(fillsOf(book)).toEqual([[7, 1_001, 200, 0]])
})

test('less quantity keeps the place, another price loses it', () => {
  const { book, slots } = bookOf([
    [BUY, 1_000, 300],
    [BUY, 1_000, 300],
    [BUY, 999, 300],
  ])
  book.reduce(slots[0]!, 100)
  expect(book.quantityAt(BUY, 1_000)).toBe(400)
  book.market(SELL, 100)
  expect(fillsOf(book)).toEqual([[0, 1_000, 100, 0]])
  expect(book.amend(slots[2]!, 1_000, 300)).toBe(slots[2])
  book.market(SELL, 400)
  expect(fillsOf(book)).toEqual([
    [1, 1_000, 300, 0],
    [2, 1_000, 100, 200],
  ])
})

test('an amended price that crosses trades at once', () => {
  const { book, slots } = bookOf([
    [BUY, 1_000, 300],
    [SELL, 1_005, 100],
  ])
  expect(book.amend(slots[0]!, 1_005, 300)).toBe(slots[0])
  expect(fillsOf(book)).toEqual([[1, 1_005, 100, 0]])
  expect(book.bestBidTenths()).toBe(1_005)
  expect(book.quantityAt(BUY, 1_000)).toBe(0)
})

test('cancelled orders leave nothing behind, and their places are used again', () => {
  const { book, slots } = bookOf([
    [BUY, 1_000, 100],
    [BUY, 998, 100],
    [SELL, 1_010, 100],
  ])
  book.cancel(slots[0]!)
  expect(book.bestBidTenths()).toBe(998)
  book.cancel(slots[1]!)
  expect(book.bestBidTenths()).toBeNull()
  expect(book.limit(SELL, 1_020, 100, 3)).toBe(slots[1])
  book.cancel(slots[2]!)
  expect(book.bestAskTenths()).toBe(1_020)
  expect(() => book.cancel(slots[2]!)).toThrow('the order is in the book')
})

test('prices off the book are a bug, not an order', () => {
  const { book } = bookOf([])
  for (const price of [899, 1_101, 1_000.5])
    expect(() => book.limit(BUY, price, 100, 0)).toThrow('the price stands on the book')
})

test('the occupied prices are found over gaps of any width', () => {
  const book = new Book(0, 5_000, 1)
  const prices = [0, 31, 32, 1_023, 1_024, 3_000, 5_000]
  for (const price of prices) book.wait(SELL, price, 100, price)
  const up: number[] = []
  for (let at = book.nextPrice(SELL, 0, 1); at !== null; at = book.nextPrice(SELL, at + 1, 1)) up.push(at)
  const down: number[] = []
  for (let at = book.nextPrice(SELL, 5_000, -1); at !== null; at = book.nextPrice(SELL, at - 1, -1))
    down.push(at)
  expect(up).toEqual(prices)
  expect(down).toEqual([...prices].reverse())
  expect(book.nextPrice(BUY, 0, 1)).toBeNull()
  expect(book.firstAt(BUY, null)).toBe(NONE)
})
