import { standIn } from '#kernel/stand-in.fixture.ts'
import { describe, expect, test } from 'vitest'
import { addDays } from '#kernel/time.ts'
import { reexecute } from '#platform/engine/reexecute.ts'
import { messages } from '#modules/inbox/server/tables.ts'
import { everyDayCalendar } from '#modules/instruments/model/calendar.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import { CODE, MEMBER, MONEY_TABLES, moneyDesk, TODAY } from '#modules/orders/server/money.fixture.ts'
import type { Lot } from '#modules/portfolio/model/lot.ts'
import { lots, realized } from '#modules/portfolio/server/tables.ts'
import { averageCosts, taxResults, taxYears } from '#modules/tax/server/tables.ts'
import { exDateCommand, type ExDate } from './ex-date.ts'
import { payCommand } from './pay.ts'
import { entitlements, exDays, lotSplits, shareFractions } from './tables.ts'

const TOMORROW = addDays(TODAY, 1)
const PAY_DATE = '2027-02-15'

/** A member's holdings over an ex-date; prices in yen. `without`: what a journal of before does not say. */
function desk({ depositYen = 20_000_000, baseYen = 3_400, without = [] as string[] } = {}) {
  const made = moneyDesk({ depositYen, baseYen, tables: [entitlements, exDays, lotSplits, shareFractions] })
  const market = standIn<MarketPublic>({
    instrument: () => ({ unit: 100, tickTable: 'topix500' }),
    lastPrices: () => new Map([[CODE, made.market.last.get(CODE)!]]),
  })
  const current = exDateCommand({
    market,
    settlementDate: everyDayCalendar.settlementDate,
    expireForSplit: made.expireForSplit,
  })
  const exDate: typeof current = {
    ...current,
    captureInputs: (...asked) => {
      const inputs = current.captureInputs(...asked)
      return Object.fromEntries(
        Object.entries(inputs).filter(([name]) => !without.includes(name)),
      ) as typeof inputs
    },
  }
  const buy = (quantity: number, leverage = 1, side: 'up' | 'down' = 'up', more: object = {}): Lot => {
    const answer = made.place({ quantity, leverage, side, ...more })
    if (!answer.ok) throw new Error(`${answer.rejection} ${JSON.stringify(answer.detail)}`)
    made.fill(answer.answer.id, quantity, baseYen)
    return made.tables
      .of(lots)
      .by('member', MEMBER)
      .find(({ orderId }) => orderId === answer.answer.id)!
  }
  return {
    ...made,
    buy,
    lot: (id: string) => made.tables.of(lots).get(id),
    stored: (table: { name: string }, key: string) => made.kept.rows.get(`${table.name} ${key}`),
    ex: (what: Partial<ExDate>) =>
      made.submit(
        exDate,
        { code: CODE, exDate: TOMORROW, at: made.market.at, dividend: null, split: null, ...what },
        null,
      ),
    pay: (...ids: string[]) =>
      made.submit(
        payCommand,
        { rows: ids.map((lotId) => ({ lotId, exDate: TOMORROW })), payDate: PAY_DATE, at: made.market.at },
        null,
      ),
    told: () =>
      [...made.kept.rows]
        .filter(([key]) => key.startsWith(`${messages.name} `))
        .map(([, row]) => row as { kind: string; args: Record<string, unknown> })
        .filter(
          ({ kind }) =>
            kind.startsWith('dividend') ||
            ['shareSplit', 'reverseSplit', 'shareFraction', 'oddLot'].includes(kind),
        )
        .map(({ kind, args }): Record<string, unknown> => ({ kind, ...args })),
    moved: (...kinds: string[]) =>
      made.kept.transfers
        .filter(({ kind }) => kinds.includes(kind))
        .map(
          ({ kind, debit, credit, yen }) =>
            `${kind}: ${debit.split(':').at(-1)} → ${credit.split(':').at(-1)} ${yen}`,
        ),
    /** Every yen is in the log, nobody is below zero, and the journal says the same again. */
    isExact() {
      const sums = new Map<string, number>()
      for (const { debit, credit, yen } of made.kept.transfers) {
        sums.set(debit, (sums.get(debit) ?? 0) - yen)
        sums.set(credit, (sums.get(credit) ?? 0) + yen)
      }
      expect([...sums.values()].reduce((a, b) => a + b)).toBe(0)
      for (const [name, yen] of Object.entries(made.balances()))
        expect([name, sums.get(`m:${MEMBER}:${name}`) ?? 0]).toEqual([name, yen])
      const margins = made.tables
        .of(lots)
        .by('member', MEMBER)
        .reduce((sum, { marginYen }) => sum + marginYen, 0)
      expect(made.balances().lotMargin).toBe(margins)
      const again = reexecute(
        [...MONEY_TABLES, entitlements, exDays, lotSplits, shareFractions],
        [...Object.values(made.commands), exDate, payCommand],
        made.records,
      )
      for (const [table, rows] of again)
        for (const row of rows) expect(made.kept.rows.get(`${table.name} ${keyOf(table, row)}`)).toEqual(row)
    },
  }
}
const keyOf = ({ key }: { key: string | readonly string[] }, row: object): string =>
  [key]
    .flat()
    .map((name) => String((row as Record<string, unknown>)[name]))
    .join(' ')

const THIRTY = { dividend: { perShareTenths: 300, payDate: PAY_DATE } }

describe('dividends', () => {
  test('shares paid in full get it all, less income and local tax, each floored', () => {
    const home = desk()
    const { id } = home.buy(200)
    const before = home.balances().available
    home.ex(THIRTY)
    expect(home.balances().available).toBe(before)
    home.pay(id)
    expect(home.moved('dividend', 'dividend-income-tax', 'dividend-local-tax')).toEqual([
      'dividend: dividends → available 6000',
      'dividend-income-tax: available → tax 918',
      'dividend-local-tax: available → tax 300',
    ])
    expect(home.balances().available).toBe(before + 6_000 - 918 - 300)
    expect(home.tables.of(taxYears).get(MEMBER, '2027')).toMatchObject({
      dividendsYen: 6_000,
      dividendIncomeTaxYen: 918,
      dividendLocalTaxYen: 300,
    })
    expect(home.told()).toMatchObject([
      { kind: 'dividendComing', code: CODE, side: 'cash', quantity: 200, amount: 6_000 },
      { kind: 'dividendPaid', side: 'cash', amount: 6_000, tax: 1_218 },
    ])
    home.isExact()
  })

  test('tax is floored by payment, not by lot', () => {
    const home = desk()
    // 3,310 yen each: 506 and 165 by lot; 6,620 together: 1,013 and 331.
    const [one, two] = [home.buy(100), home.buy(100)]
    home.ex({ dividend: { perShareTenths: 331, payDate: PAY_DATE } })
    home.pay(one.id, two.id)
    const taxed = (yen: number) => [Math.floor((yen * 15_315) / 100_000), Math.floor(yen / 20)]
    expect(taxed(6_620)[0]! + taxed(6_620)[1]!, 'by lot it would be less').toBeGreaterThan(
      2 * (taxed(3_310)[0]! + taxed(3_310)[1]!),
    )
    expect(home.tables.of(taxYears).get(MEMBER, '2027')).toMatchObject({
      dividendsYen: 6_620,
      dividendIncomeTaxYen: taxed(6_620)[0],
      dividendLocalTaxYen: taxed(6_620)[1],
    })
    home.isExact()
  })

  test('worked example 5: a long receives 5,081, a short pays 6,000, which are kept back from the ex-date on', () => {
    const home = desk()
    const [long, short] = [home.buy(200, 2), home.buy(200, 2, 'down')]
    home.ex(THIRTY)
    expect(home.balances().dividendHold).toBe(6_000)
    home.pay(long.id, short.id)
    expect(home.moved('dividend-hold', 'dividend-adjustment')).toEqual([
      'dividend-hold: available → dividendHold 6000',
      'dividend-adjustment: dividends → available 5081',
      'dividend-adjustment: dividendHold → dividends 6000',
    ])
    expect(home.balances().dividendHold).toBe(0)
    expect(home.tables.of(realized).get(MEMBER)).toMatchObject({ yearYen: 5_081 - 6_000 })
    expect(
      home.tables
        .of(taxResults)
        .by('member', MEMBER)
        .map(({ kind, gainYen, settlementDate }) => [kind, gainYen, settlementDate])
        .sort(),
    ).toEqual([
      ['margin', -6_000, PAY_DATE],
      ['margin', 5_081, PAY_DATE],
    ])
    home.isExact()
  })

  test('who held at the last cum close is entitled, also after closing; who bought on the ex-date is not', () => {
    const home = desk()
    const held = home.buy(200)
    home.market.tradeDate = TOMORROW
    const bought = home.buy(100)
    home.ex(THIRTY)
    const order = home.close(held.id) as { ok: true; answer: { id: string } }
    home.fill(order.answer.id, 200, 3_370)
    expect(home.lot(held.id)).toBeUndefined()
    home.pay(held.id, bought.id)
    expect(home.moved('dividend')).toEqual(['dividend: dividends → available 6000'])
    home.isExact()
  })

  test('what a short owes and has not got becomes a visible shortfall', () => {
    const home = desk({ depositYen: 700_000 })
    const short = home.buy(300, 3, 'down')
    home.ex({ dividend: { perShareTenths: 20_000, payDate: PAY_DATE } })
    expect(home.balances().available).toBe(0)
    const { heldYen } = home.tables.of(entitlements).get(short.id, TOMORROW)!
    expect([heldYen > 0, heldYen < 600_000]).toEqual([true, true])
    home.pay(short.id)
    expect(home.balances()).toMatchObject({ dividendHold: 0, shortfall: heldYen - 600_000 })
    home.isExact()
  })

  test('each once, and not before its day, however often the ex-date and the pay date are run', () => {
    const home = desk()
    const { id } = home.buy(200)
    for (let times = 0; times < 3; times++) home.ex(THIRTY)
    const rows = [{ lotId: id, exDate: TOMORROW }]
    home.submit(payCommand, { rows, payDate: addDays(PAY_DATE, -1), at: home.market.at }, null)
    expect(home.moved('dividend')).toEqual([])
    for (let times = 0; times < 3; times++) home.pay(id, id)
    expect(home.moved('dividend')).toHaveLength(1)
    expect(home.told()).toHaveLength(2)
    home.isExact()
  })
})

describe('splits', () => {
  const value = (home: ReturnType<typeof desk>, yen: number) =>
    home.tables
      .of(lots)
      .by('member', MEMBER)
      .reduce(
        (sum, lot) =>
          sum + (lot.side === 'up' ? 1 : -1) * (yen - lot.openPriceTenths / 10) * lot.openQuantity,
        0,
      )

  test('3 for 1: three shares for one at a third of the price, margins and gains the same', () => {
    const home = desk({ baseYen: 1_016 })
    const [cash, long, short] = [home.buy(500), home.buy(300, 2), home.buy(200, 3, 'down')]
    const gainBefore = value(home, 1_050)
    const margin = home.balances().lotMargin
    home.ex({ split: { newShares: 3, oldShares: 1 } })
    expect([cash, long, short].map(({ id }) => home.lot(id)!.openQuantity)).toEqual([1_500, 900, 600])
    expect([cash, long, short].map(({ id }) => home.lot(id)!.openPriceTenths)).toEqual([3_387, 3_387, 3_386])
    const rounding = home.moved('split-rounding')
    expect(rounding).toEqual([
      'split-rounding: clearing → lotMargin 50',
      'split-rounding: clearing → available 30',
      'split-rounding: clearing → available 40',
    ])
    expect(value(home, 350) + 120).toBeCloseTo(gainBefore)
    expect(home.balances().lotMargin).toBe(margin + 50)
    expect(home.tables.of(averageCosts).get(MEMBER, CODE)).toMatchObject({ quantity: 1_500 })
    expect(home.told().map(({ before, after, odd }) => [before, after, odd])).toEqual([
      [500, 1_500, 0],
      [300, 900, 0],
      [200, 600, 0],
    ])
    // Sold afterwards, the proceeds are price times shares, to the yen.
    const order = home.close(cash.id) as { ok: true; answer: { id: string } }
    const [before, fee] = [home.balances(), home.firm('fee')]
    home.fill(order.answer.id, 1_500, 350)
    const after = home.balances()
    expect(after.available + after.unsettled - before.available - before.unsettled).toBe(
      1_500 * 350 - (home.firm('fee') - fee),
    )
    home.isExact()
  })

  test('exits follow the split; orders that wait lapse with a reason', () => {
    const home = desk({ baseYen: 3_000 })
    const lot = home.buy(200, 1, 'up', { takeProfit: 3_600, stopLoss: 2_400 })
    const stop = home.place({ type: 'stop', triggerPrice: 3_300, quantity: 100 }) as {
      ok: true
      answer: { id: string }
    }
    const held = home.balances().orderHold
    home.ex({ split: { newShares: 2, oldShares: 1 } })
    expect(home.lot(lot.id)).toMatchObject({
      takeProfitTenths: 18_000,
      stopLossTenths: 12_000,
      openQuantity: 400,
    })
    expect([held > 0, home.balances().orderHold]).toEqual([true, 0])
    expect(home.stored({ name: 'orders' }, stop.answer.id)).toMatchObject({
      status: 'expired',
      reason: 'SPLIT',
    })
    home.isExact()
  })

  test('a closing order of the day before, whose end has not been heard, lapses and frees its lot', () => {
    const home = desk({ baseYen: 3_000 })
    const lot = home.buy(200)
    home.close(lot.id, { type: 'limit', price: 3_100, quantity: 100 })
    expect(home.lot(lot.id)!.closingQuantity).toBe(100)
    home.ex({ split: { newShares: 2, oldShares: 1 } })
    expect(home.lot(lot.id)).toMatchObject({ status: 'holding', closingQuantity: 0, openQuantity: 400 })
    home.isExact()
  })

  test('1 for 5: an odd lot stays and is said so; only a fraction of a share is paid out at the last cum close, without a fee', () => {
    const home = desk({ baseYen: 200 })
    const [most, none] = [home.buy(700), home.buy(300, 2)]
    home.market.last.set(CODE, 2_100)
    const fee = home.firm('fee')
    home.ex({ split: { newShares: 1, oldShares: 5 } })
    expect(home.stored(lotSplits, `${most.id} ${TOMORROW}`)).toEqual({
      lotId: most.id,
      exDate: TOMORROW,
      memberId: MEMBER,
      quantity: 700,
      openQuantity: 700,
      openPriceTenths: 2_000,
    })
    expect(home.lot(most.id)).toMatchObject({
      quantity: 140,
      openQuantity: 140,
      openPriceTenths: 10_000,
      marginYen: 140_000,
    })
    expect(home.lot(none.id)).toMatchObject({
      quantity: 60,
      openQuantity: 60,
      openPriceTenths: 10_000,
      status: 'holding',
    })
    expect([home.moved('sale', 'profit', 'split-rounding'), home.firm('fee')]).toEqual([[], fee])
    expect(home.tables.of(averageCosts).get(MEMBER, CODE)).toMatchObject({ quantity: 140 })
    expect(
      home.told().map(({ kind, after, odd, quantity }) => [kind, after ?? quantity, odd ?? null]),
    ).toEqual([
      ['reverseSplit', 140, 0],
      ['oddLot', 40, null],
      ['reverseSplit', 60, 0],
      ['oddLot', 60, null],
    ])

    // Again 1 for 7: the odd lot of 60 makes eight shares, and four sevenths of a ninth.
    home.market.tradeDate = TOMORROW
    home.market.last.set(CODE, 11_000)
    home.ex({ exDate: addDays(TOMORROW, 1), split: { newShares: 1, oldShares: 7 } })
    expect([home.lot(most.id)!.openQuantity, home.lot(none.id)!.openQuantity]).toEqual([20, 8])
    expect(home.moved('split-fraction')).toEqual([
      'split-fraction: lotMargin → available 2000',
      'split-fraction: clearing → unsettled 400',
    ])

    // 1 for 10: two shares are left of 20, of eight nothing whole, and the lot is over.
    home.market.last.set(CODE, 77_000)
    home.ex({ exDate: addDays(TOMORROW, 2), split: { newShares: 1, oldShares: 10 } })
    expect([home.lot(most.id)!.openQuantity, home.lot(none.id)]).toEqual([2, undefined])
    expect(home.stored(lots, none.id)).toMatchObject({ status: 'closed', openQuantity: 0, marginYen: 0 })
    expect(home.stored({ name: 'orders' }, none.orderId)).toMatchObject({ status: 'closed' })
    expect(home.told().at(-1)).toMatchObject({ kind: 'reverseSplit', before: 8, after: 0 })
    home.isExact()
  })

  test.each([
    ['long', 1, 'up'],
    ['leveraged', 2, 'up'],
    ['short', 2, 'down'],
  ] as const)(
    '1 for 10 of 1,250 %s: 125 shares, closed in parts, the odd lot alone or with the rest',
    (_, leverage, side) => {
      const home = desk({ baseYen: 200 })
      const lot = home.buy(1_200, leverage, side)
      const other = home.buy(500, leverage, side)
      home.ex({ split: { newShares: 1, oldShares: 10 } })
      expect([home.lot(lot.id)!.openQuantity, home.lot(other.id)!.openQuantity]).toEqual([120, 50])
      home.market.tradeDate = TOMORROW
      home.market.baseYen = 2_000
      home.market.last.set(CODE, 20_000)
      const sent = (answer: { ok: boolean }) => {
        expect(answer).toMatchObject({ ok: true })
        return (answer as { ok: true; answer: { id: string } }).answer.id
      }
      for (const quantity of [50, 110, 119])
        expect(home.close(lot.id, { quantity })).toMatchObject({ ok: false, rejection: 'LOT_SIZE' })
      home.fill(sent(home.close(lot.id, { quantity: 100 })), 100, 2_000)
      expect(home.lot(lot.id)).toMatchObject({ openQuantity: 20, status: 'holding' })
      const rest = sent(home.close(lot.id, { type: 'limit', price: 2_000, quantity: 20 }))
      expect(home.amend(rest, { quantity: 10 })).toMatchObject({ rejection: 'LOT_SIZE' })
      home.fill(rest, 20, 2_000)
      expect(home.stored(lots, lot.id)).toMatchObject({
        openQuantity: 0,
        status: 'closed',
        realizedYen: expect.any(Number),
      })
      // A stop-loss closes all that is open, whatever it makes.
      home.exits(other.id, { stopLoss: side === 'up' ? 1_900 : 2_100 })
      home.market.last.set(CODE, side === 'up' ? 18_900 : 21_100)
      home.submit(
        home.commands.trigger,
        { lotId: other.id, priceTenths: side === 'up' ? 18_900 : 21_100, tradeDate: TOMORROW, tradeNo: 1 },
        null,
      )
      expect(home.lot(other.id)).toMatchObject({ triggeredBy: 'stop-loss', closingQuantity: 50 })
      home.isExact()
    },
  )

  test('2 for 3, then 5 for 4: neither side is one, and only what is less than a new share is paid out', () => {
    const home = desk({ baseYen: 1_000 })
    const [cash, more, long, short] = [
      home.buy(100),
      home.buy(200),
      home.buy(100, 2),
      home.buy(100, 2, 'down'),
    ]
    home.market.last.set(CODE, 10_300)
    const { costYen } = home.tables.of(averageCosts).get(MEMBER, CODE)!
    home.ex({ split: { newShares: 2, oldShares: 3 } })
    expect([cash, more, long, short].map(({ id }) => home.lot(id)!.openQuantity)).toEqual([66, 133, 66, 66])
    // Two thirds of a new share are an old one, a third is half of one: 1,030 and 515 yen.
    expect(home.moved('split-fraction')).toEqual([
      'split-fraction: lotMargin → unsettled 1000',
      'split-fraction: clearing → unsettled 30',
      'split-fraction: lotMargin → unsettled 500',
      'split-fraction: clearing → unsettled 15',
      'split-fraction: lotMargin → available 500',
      'split-fraction: clearing → unsettled 30',
      'split-fraction: lotMargin → clearing 30',
      'split-fraction: lotMargin → available 470',
    ])
    // A share has cost 1,001 with its fee, rounded up, half of one 500.
    const results = home.tables.of(taxResults).by('member', MEMBER)
    expect(results.map(({ kind, proceedsYen, gainYen }) => [kind, proceedsYen, gainYen])).toEqual([
      ['cash', 1_030, 29],
      ['cash', 515, 15],
      ['margin', 1_030, 30],
      ['margin', 1_000, -30],
    ])
    expect(home.tables.of(averageCosts).get(MEMBER, CODE)).toMatchObject({
      quantity: 199,
      costYen: costYen - 1_001 - 500,
    })
    expect(
      home
        .told()
        .filter(({ kind }) => kind === 'shareFraction')
        .map(({ amount }) => amount),
    ).toEqual([1_030, 515, 1_030, 1_030])
    expect(home.told()[0]).toMatchObject({ kind: 'shareFraction', code: CODE })

    home.market.tradeDate = TOMORROW
    home.market.last.set(CODE, 15_400)
    home.ex({ exDate: addDays(TOMORROW, 1), split: { newShares: 5, oldShares: 4 } })
    expect([cash, more, long, short].map(({ id }) => home.lot(id)!.openQuantity)).toEqual([82, 166, 82, 82])
    home.isExact()
  })

  test('a journal of before pays out whole old shares with a fraction', () => {
    const home = desk({ baseYen: 1_000, without: ['paysFractions'] })
    const lot = home.buy(200)
    home.market.last.set(CODE, 10_300)
    home.ex({ split: { newShares: 2, oldShares: 3 } })
    expect(home.lot(lot.id)!.openQuantity).toBe(132)
    expect(home.moved('sale', 'profit')).toEqual([
      'sale: lotMargin → unsettled 2000',
      'profit: clearing → unsettled 60',
    ])
    home.isExact()
  })

  test('a journal of before pays out what makes no whole unit', () => {
    const home = desk({ baseYen: 200, without: ['keepsOddLots', 'paysFractions'] })
    const [most, none] = [home.buy(700), home.buy(300, 2)]
    home.market.last.set(CODE, 2_100)
    const fee = home.firm('fee')
    home.ex({ split: { newShares: 1, oldShares: 5 } })
    expect(home.lot(most.id)).toMatchObject({
      quantity: 140,
      openQuantity: 100,
      openPriceTenths: 10_000,
      marginYen: 100_000,
    })
    expect(home.moved('sale', 'profit')).toEqual([
      'sale: lotMargin → unsettled 40000',
      'profit: clearing → unsettled 2000',
      'profit: clearing → unsettled 3000',
    ])
    expect(home.firm('fee')).toBe(fee)
    expect(home.stored(lots, none.id)).toMatchObject({ status: 'closed', openQuantity: 0 })
    expect(home.stored({ name: 'orders' }, none.orderId)).toMatchObject({ status: 'closed' })
    expect(home.tables.of(averageCosts).get(MEMBER, CODE)).toMatchObject({ quantity: 100 })
    home.isExact()
  })

  test('a dividend and a split of one ex-date: the dividend is of the old shares', () => {
    const home = desk()
    const { id } = home.buy(200)
    home.ex({ ...THIRTY, split: { newShares: 2, oldShares: 1 } })
    expect(home.tables.of(entitlements).get(id, TOMORROW)).toMatchObject({
      quantity: 200,
      perShareTenths: 300,
    })
    expect(home.lot(id)!.openQuantity).toBe(400)
    home.ex({ split: { newShares: 2, oldShares: 1 } })
    expect(home.lot(id)!.openQuantity).toBe(400)
    home.isExact()
  })
})

test('a split ends an order that the venue has not spoken of, and the closing order of what it bought', () => {
  const home = desk()
  const placed = home.place({ quantity: 200, type: 'limit', price: 3_400, validity: 'week' })
  if (!placed.ok) throw new Error(placed.rejection)
  home.fill(placed.answer.id, 100, 3_400)
  const lot = home.tables.of(lots).by('member', MEMBER)[0]!
  home.market.phase = 'closed'
  home.market.tradeDate = TOMORROW
  expect(home.close(lot.id, { type: 'limit', price: 3_500 }).ok).toBe(true)
  expect(home.ex({ split: { newShares: 2, oldShares: 1 } }).ok).toBe(true)
  expect(home.lot(lot.id)).toMatchObject({ openQuantity: 200, closingQuantity: 0, status: 'holding' })
  expect(home.balances().orderHold).toBe(0)
  home.isExact()
})

test('a lot that waited for an order that the split ends is armed again', () => {
  const home = desk()
  const lot = home.buy(100, 2)
  home.exits(lot.id, { stopLoss: 3_300 })
  expect(home.place({ type: 'limit', price: 3_000, validity: 'week' }).ok).toBe(true)
  home.submit(
    home.commands.trigger,
    { lotId: lot.id, priceTenths: 32_900, tradeDate: TODAY, tradeNo: 1 },
    null,
  )
  expect(home.lot(lot.id)).toMatchObject({ triggeredBy: 'stop-loss', closingQuantity: 0 })
  home.market.phase = 'closed'
  home.market.tradeDate = TOMORROW
  home.ex({ split: { newShares: 2, oldShares: 1 } })
  expect(home.lot(lot.id)).toMatchObject({ triggeredBy: null, stopLossTenths: 16_500 })
  home.isExact()
})
