import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#kernel/time.ts'
import { reexecute } from '#platform/engine/reexecute.ts'
import type { Row } from '#platform/engine/table.ts'
import { OWN_ACCOUNTS } from '#modules/ledger/model/accounts.ts'
import { allAccounts } from '#modules/ledger/server/accounts.fixture.ts'
import { isLeveraged } from '#modules/margin/model/charges.ts'
import { limitsFor } from '#modules/instruments/model/limits.ts'
import type { Lot } from '#modules/portfolio/model/lot.ts'
import { lots } from '#modules/portfolio/server/tables.ts'
import { entryView } from '#modules/portfolio/server/views.ts'
import { triggeredAt } from '#modules/portfolio/model/lot.ts'
import { settledCash } from '#modules/portfolio/model/account.ts'
import { pendingSettlements } from '#modules/portfolio/server/bookkeeping.ts'
import { sumOf, taxOn } from '#modules/tax/model/rates.ts'
import { comingTax } from '#modules/tax/server/public.ts'
import { averageCosts, type TaxYearRow } from '#modules/tax/server/tables.ts'
import type { Fill } from '../model/apply-execution.ts'
import { holdYen, type Order } from '../model/order.ts'
import { isAtVenue, isWorking } from '../model/order-life.ts'
import { CODE, keyOf, MEMBER, MONEY_TABLES, moneyDesk, type MoneyDesk } from './money.fixture.ts'
import { orders } from './tables.ts'

const rowsOf = <R>(desk: MoneyDesk, name: string): R[] =>
  [...desk.kept.rows].filter(([key]) => key.startsWith(`${name} `)).map(([, row]) => row as R)

/** security-and-trust.md 9, as far as money and orders are concerned; a breach names itself. */
function checkInvariants(desk: MoneyDesk): void {
  const rows = allAccounts(desk.tables)
  expect(
    rows.reduce((sum, row) => sum + row.balanceYen, 0),
    'I1 all accounts add up to 0',
  ).toBe(0)
  for (const row of rows.filter(({ memberId }) => memberId !== null)) {
    const isDebt = row.kind === 'loan' || row.kind === 'shortfall'
    expect(isDebt ? row.balanceYen <= 0 : row.balanceYen >= 0, `I2 ${row.id} ${row.balanceYen}`).toBe(true)
  }
  const byTransfers = new Map<string, number>()
  for (const { debit, credit, yen } of desk.kept.transfers) {
    byTransfers.set(debit, (byTransfers.get(debit) ?? 0) - yen)
    byTransfers.set(credit, (byTransfers.get(credit) ?? 0) + yen)
  }
  for (const row of rows)
    expect(row.balanceYen, `I3 ${row.id} is the sum of its transfers`).toBe(byTransfers.get(row.id) ?? 0)

  const balances = desk.balances()
  const own = OWN_ACCOUNTS.reduce((sum, name) => sum + balances[name], 0)
  const logged = desk.kept.transfers.reduce((sum, row) => sum + entryView(row, true).amount, 0)
  expect(own, "the account log adds up to the member's own money").toBe(logged)

  const allOrders = rowsOf<Order>(desk, 'orders')
  const allLots = rowsOf<Lot>(desk, 'lots')
  const allFills = rowsOf<Fill>(desk, 'fills')
  expect(balances.orderHold, 'I8 holds belong to working orders').toBe(
    allOrders.reduce((sum, order) => sum + holdYen(order), 0),
  )
  expect(balances.lotMargin, 'margins belong to open lots').toBe(
    allLots.reduce((sum, lot) => sum + lot.marginYen, 0),
  )
  for (const order of allOrders) {
    if (!isWorking(order.ordStatus)) expect(holdYen(order), `I8 ${order.number} is over and holds`).toBe(0)
    const filled = allFills.filter((fill) => fill.orderId === order.id)
    expect(order.filledQuantity, 'I6 filled = sum of fills').toBe(
      filled.reduce((sum, fill) => sum + fill.quantity, 0),
    )
    expect(order.filledQuantity <= order.quantity, 'I6 filled ≤ ordered').toBe(true)
    expect(order.feeYen).toBe(filled.reduce((sum, fill) => sum + fill.feeYen, 0))
  }
  for (const lot of allLots) {
    const closing = allOrders.filter((order) => order.lotId === lot.id)
    const closed = closing.reduce((sum, order) => sum + order.filledQuantity, 0)
    expect(lot.openQuantity, 'I6 position = sum of fills, less what was delivered').toBe(
      lot.quantity - closed - (delivered.get(desk)?.get(lot.id) ?? 0),
    )
    const locked = closing
      .filter((order) => isWorking(order.ordStatus))
      .reduce((sum, order) => sum + order.quantity - order.filledQuantity, 0)
    expect(lot.closingQuantity, 'what is locked is at work').toBe(locked)
    if (lot.status === 'closed')
      expect([lot.openQuantity, lot.marginYen, lot.closingQuantity]).toEqual([0, 0, 0])
  }
  const shares = allLots.filter((lot) => !isLeveraged(lot)).reduce((sum, lot) => sum + lot.openQuantity, 0)
  expect(
    desk.tables.of(averageCosts).get(MEMBER, CODE)?.quantity ?? 0,
    'shares with a cost are the shares held at 1×',
  ).toBe(shares)
  const withheld = rowsOf<TaxYearRow>(desk, 'tax_years').reduce(
    (sum, row) => sum + row.incomeTaxYen + row.localTaxYen,
    0,
  )
  expect(desk.firm('tax'), 'what is withheld is the tax of the years').toBe(withheld)
  for (const row of rowsOf<TaxYearRow>(desk, 'tax_years')) {
    expect(
      { incomeYen: row.incomeTaxYen, localYen: row.localTaxYen },
      'the tax on what the year has made',
    ).toEqual(taxOn(row.totalYen, `${row.year}-12-31`))
  }

  const opening = allOrders.filter((order) => order.purpose === 'open')
  for (const order of opening) {
    const ofOrder = allLots.filter((lot) => lot.orderId === order.id)
    expect(order.lotsOpen).toBe(ofOrder.filter((lot) => lot.status !== 'closed').length)
    expect(order.lotsClosing).toBe(ofOrder.filter((lot) => lot.status === 'closing').length)
    expect(order.profitYen ?? 0).toBe(ofOrder.reduce((sum, lot) => sum + lot.realizedYen, 0))
  }
}

/** Shares that left lots without a fill. */
const delivered = new WeakMap<MoneyDesk, Map<string, number>>()

/** Money that may be withdrawn now is never missed by a settlement to come, its tax included. */
function checkSettlements(desk: MoneyDesk): void {
  const taxes = comingTax(desk.tables, MEMBER).map(({ settlementDate, change }) => ({
    settlementDate,
    yen: sumOf(change),
  }))
  const money = desk.balances()
  const settled = settledCash(
    { ...money, shortfall: 0 - money.shortfall },
    pendingSettlements(desk.tables, MEMBER),
    taxes,
  )
  for (let days = 0; days <= 3; days++) {
    desk.settleUpTo(addDays(desk.market.tradeDate, days))
    expect(desk.balances().available, 'withdrawable money stays').toBeGreaterThanOrEqual(settled)
  }
  expect(desk.balances().unsettled).toBe(0)
}

/** The journal run again says the same, and leaves the same rows. */
function checkReplay(desk: MoneyDesk): void {
  const rows = new Map<string, Row>()
  for (const [definition, list] of reexecute(MONEY_TABLES, Object.values(desk.commands), desk.records)) {
    for (const row of list) rows.set(`${definition.name} ${keyOf(definition.key, row)}`, row)
  }
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(desk.kept.rows))
}

type Action =
  | {
      do: 'place'
      side: 'up' | 'down'
      limit: number | null
      trigger: number | null
      trail: number | null
      week: boolean
      atClose: boolean
      quantity: number
      leverage: number
      exits: boolean
    }
  | { do: 'fill'; which: number; share: number; better: number }
  | { do: 'end'; which: number; how: 'CANCELED' | 'EXPIRED' | 'REJECTED' }
  | { do: 'cancel'; which: number }
  | { do: 'close'; which: number; limit: number | null; quantity: number | null }
  | { do: 'price'; tenths: number }
  | { do: 'day'; base: number }
  | { do: 'phase'; phase: 'closed' | 'continuous' }
  | { do: 'look' }
  | { do: 'amend'; which: number; price: number | null; quantity: number | null }
  | { do: 'replace'; which: number }
  | { do: 'deliver'; which: number }
  | { do: 'again' }

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('place' as const),
      side: fc.constantFrom('up' as const, 'down' as const),
      limit: fc.option(fc.integer({ min: 2_800, max: 4_000 })),
      trigger: fc.option(fc.integer({ min: 2_800, max: 4_000 }), { freq: 2 }),
      trail: fc.option(fc.integer({ min: 1, max: 300 }), { freq: 2 }),
      week: fc.boolean(),
      atClose: fc.boolean(),
      quantity: fc.integer({ min: 1, max: 12 }).map((units) => units * 100),
      leverage: fc.constantFrom(1, 1.5, 2, 2.5, 3),
      exits: fc.boolean(),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('fill' as const),
      which: fc.nat(20),
      share: fc.integer({ min: 1, max: 3 }),
      better: fc.integer({ min: 0, max: 200 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('end' as const),
      which: fc.nat(20),
      how: fc.constantFrom('CANCELED' as const, 'EXPIRED' as const, 'REJECTED' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), which: fc.nat(20) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('close' as const),
      which: fc.nat(20),
      limit: fc.option(fc.integer({ min: 2_800, max: 4_000 })),
      quantity: fc.option(fc.integer({ min: 1, max: 10 }).map((units) => units * 100)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('price' as const),
      tenths: fc.integer({ min: 27_000, max: 41_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('day' as const), base: fc.constantFrom(2_900, 3_400, 3_800) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('phase' as const),
      phase: fc.constantFrom('closed' as const, 'continuous' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('look' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('amend' as const),
      which: fc.nat(20),
      price: fc.option(fc.integer({ min: 2_800, max: 4_000 })),
      quantity: fc.option(fc.integer({ min: 1, max: 10 }).map((units) => units * 100)),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('replace' as const), which: fc.nat(20) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('deliver' as const), which: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('again' as const) }) },
)

const held = (desk: MoneyDesk): Lot[] => desk.tables.of(lots).by('member', MEMBER)
const pick = <T>(list: readonly T[], which: number): T | undefined => list[which % Math.max(list.length, 1)]
const working = (desk: MoneyDesk): Order[] => desk.tables.of(orders).by('working', MEMBER)

const atVenue = (desk: MoneyDesk): Order[] => working(desk).filter(({ ordStatus }) => isAtVenue(ordStatus))

/** Nothing trades outside the day's limits. */
function insideLimits(desk: MoneyDesk, tenths: number): number {
  const { lowerTenths, upperTenths } = limitsFor(desk.market.baseYen * 10, 'topix500')
  return Math.min(Math.max(tenths, lowerTenths), upperTenths)
}

/** A venue that plays fair: limits are kept, the rest is chance. */
function act(desk: MoneyDesk, step: Action): void {
  switch (step.do) {
    case 'place': {
      const type =
        step.trigger === null
          ? step.limit === null
            ? 'market'
            : 'limit'
          : step.limit === null
            ? 'stop'
            : 'stop-limit'
      return void desk.place({
        side: step.side,
        quantity: step.quantity,
        leverage: step.leverage,
        type,
        validity: step.week ? 'week' : 'day',
        ...(step.atClose && type === 'limit' && !step.week
          ? { condition: 'limit-then-market' as const }
          : {}),
        ...(step.limit === null ? {} : { price: step.limit }),
        ...(step.trigger === null ? {} : { triggerPrice: step.trigger }),
        ...(step.trigger === null || step.trail === null ? {} : { trailYen: step.trail }),
        ...(step.exits
          ? step.side === 'up'
            ? { takeProfit: 4_050, stopLoss: 2_750 }
            : { takeProfit: 2_750, stopLoss: 4_050 }
          : {}),
      })
    }
    case 'fill': {
      const order = pick(atVenue(desk), step.which)
      if (!order) return
      const rest = order.quantity - order.filledQuantity
      const quantity = Math.max(100, Math.floor(rest / step.share / 100) * 100)
      const away = order.side === 'up' ? -step.better : step.better
      // A market order may meet a crash: losses beyond the deposit are part of the story.
      const crash = order.priceTenths === null && order.purpose === 'close' && step.better > 150
      const price = crash
        ? 4_000
        : insideLimits(desk, (order.priceTenths ?? desk.market.last.get(CODE)!) + away * 10)
      return void desk.fill(order.id, quantity, price / 10)
    }
    case 'end': {
      const order = pick(atVenue(desk), step.which)
      return void (order && desk.end(order.id, step.how))
    }
    case 'cancel': {
      const order = pick(working(desk), step.which)
      return void (order && desk.cancel(order.id))
    }
    case 'close': {
      const lot = pick(desk.tables.of(lots).by('member', MEMBER), step.which)
      if (!lot) return
      return void desk.close(lot.id, {
        ...(step.quantity === null ? {} : { quantity: step.quantity }),
        ...(step.limit === null ? {} : { type: 'limit' as const, price: step.limit }),
      })
    }
    case 'price': {
      const priceTenths = insideLimits(desk, step.tenths)
      desk.trade(priceTenths / 10)
      for (const lot of desk.tables.of(lots).by('member', MEMBER)) {
        if (triggeredAt(lot, priceTenths))
          desk.submit(
            desk.commands.trigger,
            { lotId: lot.id, priceTenths, tradeDate: desk.market.tradeDate, tradeNo: 1 },
            null,
          )
      }
      return
    }
    case 'deliver': {
      const lot = pick(held(desk), step.which)
      if (!lot) return
      const before = held(desk)
      if (!desk.deliver(lot.id).ok || lot.side === 'up') return
      const gone = delivered.get(desk) ?? new Map<string, number>()
      for (const { id, openQuantity } of before)
        gone.set(
          id,
          (gone.get(id) ?? 0) + openQuantity - (desk.kept.rows.get(`lots ${id}`) as Lot).openQuantity,
        )
      return void delivered.set(desk, gone)
    }
    case 'day':
      // An order that another's end lets go comes too late for the day as well.
      for (let order = atVenue(desk)[0]; order; order = atVenue(desk)[0])
        desk.end(order.id, 'EXPIRED', 'DAY_END')
      desk.market.baseYen = step.base
      desk.market.tradeDate = addDays(desk.market.tradeDate, 1)
      desk.market.at += 86_400_000
      return desk.settleUpTo(desk.market.tradeDate)
    case 'phase':
      desk.market.phase = step.phase
      return
    case 'amend': {
      const order = pick(working(desk), step.which)
      if (!order) return
      return void desk.amend(order.id, {
        ...(step.price === null ? {} : { price: step.price }),
        ...(step.quantity === null ? {} : { quantity: step.quantity }),
      })
    }
    case 'replace': {
      const order = pick(
        atVenue(desk).filter((one) => one.amendPriceTenths !== null || one.amendQuantity !== null),
        step.which,
      )
      if (!order) return
      const quantity = order.amendQuantity ?? order.quantity
      if (quantity <= order.filledQuantity) return void desk.end(order.id, 'CANCELED')
      const tenths = order.amendPriceTenths ?? order.priceTenths
      return void desk.replaced(order.id, tenths === null ? null : tenths / 10, quantity)
    }
    case 'look':
      return void desk.look()
    case 'again': {
      const last = desk.journal.findLast((entry) => entry.command.type === 'execution.apply')
      const before = new Map(desk.kept.rows)
      if (last) desk.submit(last.command, last.input, null)
      expect(desk.kept.rows, 'I4 the same report twice has one effect').toEqual(before)
    }
  }
}

describe('any sequence of orders, fills, closings, cancels and settlements', () => {
  test('keeps every yen accounted for, and runs again to the same rows', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 400_000, max: 8_000_000 }),
        fc.array(action, { minLength: 50, maxLength: 120, size: 'max' }),
        (depositYen, steps) => {
          const desk = moneyDesk({ level: 'advanced', depositYen })
          for (const [n, step] of steps.entries()) {
            act(desk, step)
            if (n % 8 === 0) checkInvariants(desk)
          }
          checkInvariants(desk)
          checkSettlements(desk)
          checkInvariants(desk)
          checkReplay(desk)
        },
      ),
      { numRuns: 40 },
    )
    expect.hasAssertions()
  })
})
