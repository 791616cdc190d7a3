import { describe, expect, test } from 'vitest'
import { addDays } from '#kernel/time.ts'
import type { Lot } from '#modules/portfolio/model/lot.ts'
import { lots } from '#modules/portfolio/server/tables.ts'
import { entryView } from '#modules/portfolio/server/views.ts'
import { averageCosts, taxResults } from '#modules/tax/server/tables.ts'
import { OWN_ACCOUNTS } from '#modules/ledger/model/accounts.ts'
import { allAccounts } from '#modules/ledger/server/accounts.fixture.ts'
import { holdYen, type Order } from '../model/order.ts'
import { CODE, MEMBER, moneyDesk, TODAY, type Answer, type MoneyDesk } from './money.fixture.ts'
import { orders } from './tables.ts'

const answerOf = (answer: Answer) => {
  if (!answer.ok) throw new Error(`${answer.rejection} ${JSON.stringify(answer.detail)}`)
  return answer.answer
}
const orderOf = (desk: MoneyDesk, id: string) => desk.kept.rows.get(`${orders.name} ${id}`) as Order
const lotOf = (desk: MoneyDesk, id: string) => desk.kept.rows.get(`${lots.name} ${id}`) as Lot
const held = (desk: MoneyDesk): Lot[] => desk.tables.of(lots).by('member', MEMBER)
function opened(
  desk: MoneyDesk,
  quantity: number,
  priceYen: number,
  ticket: Parameters<MoneyDesk['place']>[0] = {},
): Lot {
  desk.market.at += 1_000
  const before = new Set(held(desk).map(({ id }) => id))
  desk.fill(answerOf(desk.place({ quantity, ...ticket })).id, quantity, priceYen)
  return held(desk).find(({ id }) => !before.has(id))!
}
const short = { side: 'down', leverage: 2 } as const
const movesAfter = (desk: MoneyDesk, from: number) =>
  desk.kept.transfers
    .slice(from)
    .map(
      ({ kind, debit, credit, yen }) =>
        `${kind}: ${debit.split(':').at(-1)} → ${credit.split(':').at(-1)} ${yen}`,
    )

/**
 * Every yen is accounted for: accounts add up to 0, the log to the member's own money, margins and holds to
 * lots and orders.
 */
function checkMoney(desk: MoneyDesk): void {
  expect(allAccounts(desk.tables).reduce((sum, { balanceYen }) => sum + balanceYen, 0)).toBe(0)
  const balances = desk.balances()
  expect(OWN_ACCOUNTS.reduce((sum, name) => sum + balances[name], 0)).toBe(
    desk.kept.transfers.reduce((sum, row) => sum + entryView(row, true).amount, 0),
  )
  expect(balances.lotMargin).toBe(held(desk).reduce((sum, lot) => sum + lot.marginYen, 0))
  expect(balances.orderHold).toBe(
    desk.tables
      .of(orders)
      .by('working', MEMBER)
      .reduce((sum, order) => sum + holdYen(order), 0),
  )
}

describe('taking delivery (現引)', () => {
  test('pays the rest of the notional and the interest; the lot goes on at 1×', () => {
    const desk = moneyDesk()
    const lot = opened(desk, 300, 3_400, { leverage: 2 })
    const from = desk.kept.transfers.length
    expect(answerOf(desk.deliver(lot.id))).toEqual({ id: lot.id, settlementDate: addDays(TODAY, 2) })
    expect(movesAfter(desk, from)).toEqual([
      'delivery: available → lotMargin 510000',
      'interest: available → interest 78',
    ])
    expect(lotOf(desk, lot.id)).toMatchObject({
      status: 'holding',
      leverageTenths: 10,
      marginYen: 1_020_000,
      openQuantity: 300,
      chargesYen: 78,
      realizedYen: -78,
    })
    expect(orderOf(desk, lot.orderId)).toMatchObject({ status: 'holding', profitYen: -78 })
    expect(desk.tables.of(averageCosts).get(MEMBER, CODE)).toMatchObject({
      quantity: 300,
      costYen: 1_020_000 + 561 + 78,
    })
    checkMoney(desk)

    const { id } = answerOf(desk.close(lot.id))
    desk.fill(id, 300, 3_500)
    expect(lotOf(desk, lot.id), 'no interest any more').toMatchObject({
      status: 'closed',
      chargesYen: 78,
      realizedYen: 30_000 - 78 - 561 - 577,
    })
    expect(orderOf(desk, lot.orderId).profitYen).toBe(lotOf(desk, lot.id).realizedYen)
    expect(desk.tables.of(taxResults).by('member', MEMBER)).toMatchObject([
      { kind: 'cash', proceedsYen: 1_050_000, gainYen: 1_050_000 - 577 - 3_403 * 300 },
    ])
    checkMoney(desk)
  })

  test('takes available money first, then unsettled', () => {
    const desk = moneyDesk({ depositYen: 1_100_000 })
    const cash = opened(desk, 100, 3_400)
    desk.fill(answerOf(desk.close(cash.id)).id, 100, 3_400)
    const lot = opened(desk, 300, 3_400, { type: 'limit', price: 3_400, leverage: 2 })
    const from = desk.kept.transfers.length
    const { available } = desk.balances()
    answerOf(desk.deliver(lot.id))
    expect(movesAfter(desk, from)).toEqual([
      `delivery: available → lotMargin ${available}`,
      `delivery: unsettled → lotMargin ${510_000 - available}`,
      'interest: unsettled → interest 78',
    ])
    checkMoney(desk)
  })
})

describe('delivering shares (現渡)', () => {
  test('closes the short at its opening price with own shares, oldest first', () => {
    const desk = moneyDesk()
    const first = opened(desk, 100, 3_300)
    const second = opened(desk, 200, 3_400)
    const sold = opened(desk, 200, 3_500, short)
    const from = desk.kept.transfers.length
    answerOf(desk.deliver(sold.id))
    expect(movesAfter(desk, from)).toEqual([
      'sale: lotMargin → unsettled 330000',
      'profit: clearing → unsettled 20000',
      'sale: lotMargin → unsettled 340000',
      'profit: clearing → unsettled 10000',
      'stock-lending: lotMargin → stockLending 22',
      'margin-return: lotMargin → available 349978',
    ])
    expect([lotOf(desk, first.id), lotOf(desk, second.id), lotOf(desk, sold.id)]).toMatchObject([
      { status: 'closed', openQuantity: 0 },
      { status: 'holding', openQuantity: 100, closingQuantity: 0, marginYen: 340_000 },
      { status: 'closed', marginYen: 0 },
    ])
    expect([first, second, sold].map(({ orderId }) => orderOf(desk, orderId).status)).toEqual([
      'closed',
      'holding',
      'closed',
    ])
    for (const { orderId, id } of [first, second, sold])
      expect(orderOf(desk, orderId).profitYen).toBe(lotOf(desk, id).realizedYen)
    // 330,000 + 181 and 680,000 + 374 for 300 shares: 3,368.52, up to 3,369.
    expect(desk.tables.of(taxResults).by('member', MEMBER)).toMatchObject([
      { kind: 'cash', lotId: sold.id, proceedsYen: 700_000, gainYen: 700_000 - 385 - 22 - 3_369 * 200 },
    ])
    checkMoney(desk)
    const { available, unsettled } = desk.balances()
    expect(unsettled).toBe(700_000)
    desk.settleUpTo(addDays(TODAY, 2))
    expect(desk.balances().available).toBe(available + unsettled - desk.firm('tax'))
    expect(desk.firm('tax')).toBe(Math.floor(25_793 * 0.15315) + Math.floor(25_793 * 0.05))
    checkMoney(desk)
  })
})

describe('is refused', () => {
  test("for a lot that is nobody's, someone else's, closed or not leveraged", () => {
    const desk = moneyDesk()
    const lot = opened(desk, 100, 3_400)
    expect(desk.deliver('nothing')).toMatchObject({ rejection: 'LOT_NOT_FOUND' })
    expect(desk.deliver(lot.id, 'mallory')).toMatchObject({ rejection: 'LOT_NOT_FOUND' })
    expect(desk.deliver(lot.id)).toMatchObject({ rejection: 'DELIVERY_NOT_LEVERAGED' })
    const leveraged = opened(desk, 100, 3_400, { leverage: 2 })
    answerOf(desk.deliver(leveraged.id))
    expect(desk.deliver(leveraged.id), 'twice').toMatchObject({ rejection: 'DELIVERY_NOT_LEVERAGED' })
  })

  test('while an order is closing the lot', () => {
    const desk = moneyDesk()
    const lot = opened(desk, 200, 3_400, { leverage: 2 })
    const { id } = answerOf(desk.close(lot.id, { quantity: 100, type: 'limit', price: 3_900 }))
    expect(desk.deliver(lot.id)).toMatchObject({ rejection: 'DELIVERY_LOT_CLOSING' })
    desk.end(id, 'CANCELED')
    expect(desk.deliver(lot.id).ok).toBe(true)
  })

  test('without the cash for it', () => {
    const desk = moneyDesk({ depositYen: 900_000 })
    const lot = opened(desk, 300, 3_400, { leverage: 2 })
    const free = 900_000 - 510_000 - 561
    expect(desk.deliver(lot.id)).toMatchObject({
      rejection: 'DELIVERY_CASH',
      detail: { neededYen: 510_078, availableYen: free, shortYen: 510_078 - free },
    })
  })

  test('where it would leave the other lots too little margin', () => {
    const desk = moneyDesk({ depositYen: 1_700_000 })
    desk.market.last.set('S405', 34_000)
    opened(desk, 1_000, 3_400, { type: 'limit', price: 3_400, leverage: 3 })
    const lot = opened(desk, 100, 3_400, { code: 'S405', type: 'limit', price: 3_400, leverage: 3 })
    desk.market.last.set(CODE, 25_000)
    desk.market.last.set('S405', 40_000)
    expect(desk.deliver(lot.id)).toMatchObject({ rejection: 'DELIVERY_MARGIN' })
  })

  test('without enough free shares', () => {
    const desk = moneyDesk()
    const shares = opened(desk, 200, 3_400)
    const sold = opened(desk, 200, 3_500, short)
    answerOf(desk.close(shares.id, { quantity: 100, type: 'limit', price: 3_900 }))
    expect(desk.deliver(sold.id)).toMatchObject({
      rejection: 'DELIVERY_SHARES',
      detail: { needed: 200, free: 100 },
    })
  })
})
