import { describe, expect, test } from 'vitest'
import { reexecute } from '#platform/engine/reexecute.ts'
import type { Level } from '#modules/venue/model/terms.ts'
import { openLots } from '#modules/portfolio/server/public.ts'
import type { Order } from '../model/order.ts'
import { CODE, MEMBER, MONEY_TABLES, moneyDesk, type MoneyDesk } from './money.fixture.ts'
import { orders } from './tables.ts'

const LEVELS: Level[] = [
  [34_000, 500],
  [34_100, 800],
  [34_300, 1_500],
]
const board = (desk: MoneyDesk, asks: Level[], bids: Level[] = []) =>
  desk.market.boards.set(CODE, {
    code: CODE,
    asks,
    bids,
    over: 0,
    under: 0,
    marketBuyQty: 0,
    marketSellQty: 0,
    at: desk.market.at,
  })
const quotedOf = (answer: unknown) => (answer as { answer: { quoted: object } }).answer.quoted

describe('the figures that an order at market was quoted', () => {
  test('are those of its whole quantity through the board', () => {
    const desk = moneyDesk({ depositYen: 50_000_000 })
    board(desk, LEVELS)
    // 500 at 3,400, 800 at 3,410 and 1,000 at 3,430.
    expect(quotedOf(desk.place({ quantity: 2_300 }))).toMatchObject({ price: 3_416.6, notional: 7_858_000 })
    expect(quotedOf(desk.place({ quantity: 500 }))).toMatchObject({ price: 3_400, notional: 1_700_000 })
  })
  test('are the best price where orders wait for an auction, or no board has come', () => {
    const desk = moneyDesk({ depositYen: 50_000_000 })
    const before = quotedOf(desk.place({ quantity: 2_000 }))
    board(desk, LEVELS)
    desk.market.state = 'special'
    expect(quotedOf(desk.place({ quantity: 2_000 }))).toEqual(before)
    desk.market.state = 'trading'
    desk.market.quoteDate = '2026-11-18'
    expect(quotedOf(desk.place({ quantity: 2_000 }))).toEqual(before)
  })
  test('hold no other money than before', () => {
    const [one, other] = [moneyDesk(), moneyDesk()]
    board(one, LEVELS)
    one.place({ quantity: 2_000 })
    other.place({ quantity: 2_000 })
    expect(one.balances()).toEqual(other.balances())
  })
})

describe('closing orders at market', () => {
  const BIDS: Level[] = [
    [34_000, 300],
    [33_900, 200],
    [33_500, 1_000],
  ]
  const bought = (desk: MoneyDesk, quantity: number) => {
    const placed = desk.place({ quantity }) as { answer: { id: string } }
    desk.fill(placed.answer.id, quantity, 3_400)
  }
  const lotIds = (desk: MoneyDesk) => openLots(desk.tables, MEMBER).map(({ id }) => id)
  test('are quoted through the bids; those of one request one behind the other', () => {
    const desk = moneyDesk({ depositYen: 50_000_000 })
    bought(desk, 300)
    bought(desk, 300)
    board(desk, [], BIDS)
    const [first] = lotIds(desk)
    expect(quotedOf(desk.close(first!, { quantity: 300 }))).toMatchObject({ price: 3_400 })
    expect(desk.cancel(openOrder(desk))).toMatchObject({ ok: true })
    desk.end(openOrder(desk), 'CANCELED')
    const { answer } = desk.closeMany({ quantity: 600 }) as { answer: { quoted: object }[] }
    // 200 at 3,390 and 100 at 3,350 after the 300 of the first.
    expect(answer.map(({ quoted }) => quoted)).toMatchObject([
      { price: 3_400, notional: 1_020_000 },
      { price: 3_376.6, notional: 1_013_000 },
    ])
  })
  const openOrder = (desk: MoneyDesk) => desk.tables.of(orders).by('working', MEMBER)[0]!.id
})

test('records of before, which know no board, run again as they were', () => {
  const desk = moneyDesk({ depositYen: 50_000_000 })
  board(desk, LEVELS)
  desk.place({ quantity: 2_300 })
  const again = (records: Buffer[]) => {
    const run = reexecute(MONEY_TABLES, Object.values(desk.commands), records)
    return (run.get(orders) ?? []).map((row) => (row as Order).quotedPriceTenths)
  }
  expect(again(desk.records)).toEqual([34_166])
  const before = moneyDesk({ depositYen: 50_000_000 })
  before.place({ quantity: 2_300 })
  expect(before.records.at(-1)!.includes('board')).toBe(false)
  expect(again(before.records)).toEqual([
    before.tables.of(orders).by('working', MEMBER)[0]!.quotedPriceTenths,
  ])
})
