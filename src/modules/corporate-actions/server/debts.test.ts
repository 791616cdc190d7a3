import { standIn } from '#kernel/stand-in.fixture.ts'
import { expect, it } from 'vitest'
import { addDays, type DateJst } from '#kernel/time.ts'
import { defineCommand, done } from '#platform/engine/command.ts'
import { charge, draftFrom } from '#modules/ledger/model/drafting.ts'
import { balances, post } from '#modules/ledger/server/public.ts'
import { everyDayCalendar } from '#modules/instruments/model/calendar.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import { CODE, MEMBER, moneyDesk, TODAY } from '#modules/orders/server/money.fixture.ts'
import type { Lot } from '#modules/portfolio/model/lot.ts'
import { lots } from '#modules/portfolio/server/tables.ts'
import { closeYear } from '#modules/tax/server/close-year.ts'
import { taxYears } from '#modules/tax/server/tables.ts'
import { exDateCommand } from './ex-date.ts'
import { payCommand } from './pay.ts'
import { entitlements, exDays, lotSplits, shareFractions } from './tables.ts'

/**
 * Money that comes by the calendar meets a debt before it can be used: dividends, fractions of a split, tax
 * that is given back.
 */
const TOMORROW = addDays(TODAY, 1)
const PAY_DATE = '2027-02-15' as DateJst
const OWED = 300
/** 200 shares at 3,400 yen are 600 at 1,133.4 less this: an open price has one decimal. */
const ROUNDED = 40

/** A charge that is more than the member has: what is left of it is a debt. */
const owe = defineCommand({
  type: 'test.owe',
  captureInputs: () => undefined,
  run(tables, input: { yen: number; tradeDate: DateJst }, _inputs, call) {
    const draft = draftFrom(MEMBER, balances(tables, MEMBER))
    charge(draft, 'fee', draft.balances.available + draft.balances.unsettled + input.yen, { kind: 'fee' })
    post(tables, { seq: call.seq, at: call.at, tradeDate: input.tradeDate }, draft.transfers)
    return done(null)
  },
})
/** A year's result, as if lots had been closed. */
const result = defineCommand({
  type: 'test.result',
  captureInputs: () => undefined,
  run(tables, { year, totalYen }: { year: string; totalYen: number }) {
    tables.of(taxYears).update(tables.of(taxYears).get(MEMBER, year)!, { totalYen })
    return done(null)
  },
})

function desk() {
  const made = moneyDesk({
    depositYen: 20_000_000,
    baseYen: 3_400,
    tables: [entitlements, exDays, lotSplits, shareFractions],
  })
  const market = standIn<MarketPublic>({
    instrument: () => ({ unit: 100, tickTable: 'topix500' }),
    lastPrices: () => new Map([[CODE, made.market.last.get(CODE)!]]),
  })
  const exDate = exDateCommand({
    market,
    settlementDate: everyDayCalendar.settlementDate,
    expireForSplit: made.expireForSplit,
  })
  const { at } = made.market
  return {
    ...made,
    buy(quantity: number, leverage = 1): Lot {
      const answer = made.place({ quantity, leverage, side: 'up' })
      if (!answer.ok) throw new Error(answer.rejection)
      made.fill(answer.answer.id, quantity, 3_400)
      return made.tables.of(lots).by('member', MEMBER)[0]!
    },
    owe: () => made.submit(owe, { yen: OWED, tradeDate: TODAY }, null),
    owed: () => Math.abs(made.balances().shortfall),
    ex: (what: object) =>
      made.submit(exDate, { code: CODE, exDate: TOMORROW, at, dividend: null, split: null, ...what }, null),
    pay: (lotId: Lot['id']) =>
      made.submit(payCommand, { rows: [{ lotId, exDate: TOMORROW }], payDate: PAY_DATE, at }, null),
    result: (totalYen: number) => made.submit(result, { year: '2027', totalYen }, null),
    closeYear: () =>
      made.submit(
        closeYear,
        { year: '2027', memberIds: [MEMBER], at, tradeDate: '2028-01-04' as DateJst },
        null,
      ),
  }
}

it('a dividend, less its tax', () => {
  const home = desk()
  const { id } = home.buy(200)
  home.ex({ dividend: { perShareTenths: 300, payDate: PAY_DATE } })
  home.owe()
  expect(home.owed()).toBe(OWED)
  home.pay(id)
  expect(home.balances()).toMatchObject({ shortfall: 0, available: 6_000 - 918 - 300 - OWED })
})

it('the fraction of a share that a reverse split leaves', () => {
  const home = desk()
  home.buy(100)
  home.owe()
  home.ex({ split: { newShares: 1, oldShares: 3 } })
  expect(home.balances()).toMatchObject({ shortfall: 0, unsettled: 3_400 - OWED })
})

it('what a split rounds the open price of a leveraged lot by', () => {
  const home = desk()
  const { marginYen } = home.buy(200, 2)
  home.owe()
  home.ex({ split: { newShares: 3, oldShares: 1 } })
  expect(home.kept.transfers.map(({ kind }) => kind)).toContain('split-rounding')
  expect(home.owed()).toBe(OWED - ROUNDED)
  expect(home.balances()).toMatchObject({ available: 0, unsettled: 0, lotMargin: marginYen })
})

it('tax on dividends that a year of losses gives back', () => {
  const home = desk()
  const { id } = home.buy(200)
  home.ex({ dividend: { perShareTenths: 300, payDate: PAY_DATE } })
  home.pay(id)
  home.result(-10_000)
  home.owe()
  home.closeYear()
  expect(home.balances()).toMatchObject({ shortfall: 0, available: 918 + 300 - OWED })
})

it('tax on the gains of a day that the losses of a later one give back', () => {
  const home = desk()
  const sell = (priceYen: number) => {
    const { id, openQuantity } = home.buy(200)
    const answer = home.close(id, { quantity: openQuantity })
    if (!answer.ok) throw new Error(answer.rejection)
    home.fill(answer.answer.id, openQuantity, priceYen)
    home.settleUpTo(addDays(home.market.tradeDate, 10))
  }
  sell(3_500)
  home.market.tradeDate = TOMORROW
  const { id, openQuantity } = home.buy(200)
  const answer = home.close(id, { quantity: openQuantity })
  if (!answer.ok) throw new Error(answer.rejection)
  home.fill(answer.answer.id, openQuantity, 3_300)
  home.owe()
  const given = home.kept.transfers.length
  home.settleUpTo(addDays(TOMORROW, 10))
  expect(home.kept.transfers.slice(given).map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['income-tax-refund', 'local-tax-refund', 'shortfall-repaid']),
  )
  expect(home.owed()).toBe(0)
})
