import { expect, test } from 'vitest'
import { NO_MONEY, type Balances } from '#modules/ledger/model/accounts.ts'
import { accountFigures, type BesideParts, type LiveLot } from './account.ts'
import { accountParts, type Part } from './account-parts.ts'

/** A long of 1,000 shares at 3,480 with 1,392,000 of margin; marked at 3,200 it has lost 280,000 and 266. */
const lot: LiveLot = {
  code: 'S214',
  side: 'up',
  leverageTenths: 25,
  openQuantity: 1_000,
  openPriceTenths: 34_800,
  marginYen: 1_392_000,
  accruedYen: 266,
  openedToday: true,
  openFeeYen: 1_100,
}
const markOf = () => ({ lastTenths: 32_000, previousCloseTenths: 34_100 })

type Case = { balances?: Partial<Balances>; beside?: BesideParts; lots?: readonly LiveLot[] }

test.each<[name: string, account: Case, parts: Partial<Record<Part, number>>]>([
  ['nothing yet', {}, {}],
  ['all in cash, some of it unsettled', { balances: { available: 700, unsettled: 300 } }, { cash: 1_000 }],
  [
    'every hold is held',
    { balances: { orderHold: 10, withdrawalHold: 20, subscriptionHold: 30, dividendHold: 40 } },
    { held: 100 },
  ],
  [
    'money in a copy pool',
    { balances: { available: 8_000_000 }, beside: { copyUnits: 2_000_000 } },
    { cash: 8_000_000, pools: 2_000_000 },
  ],
  [
    'shares paid before they are listed',
    { balances: { available: 9_792_000, paidShares: 208_000 } },
    { cash: 9_792_000, paidShares: 208_000 },
  ],
  [
    'what is owed counts against the rest, interest of a loan with it',
    { balances: { available: 700, loan: 150, shortfall: 50 }, beside: { loanInterest: 10 } },
    { cash: 700, loan: -160, shortfall: -50 },
  ],
  [
    'a position at what it is worth now',
    { balances: { available: 50, lotMargin: 1_392_000 }, lots: [lot] },
    { cash: 50, lots: 1_111_734 },
  ],
  [
    'a position that has lost more than its margin',
    { balances: { lotMargin: 100_000 }, lots: [{ ...lot, marginYen: 100_000 }] },
    { lots: -180_266 },
  ],
])('%s', (_, { balances = {}, beside = {}, lots = [] }, expected) => {
  const all = { ...NO_MONEY, ...balances }
  const figures = accountFigures(all, lots, markOf, 0, beside)
  const parts = accountParts({
    ...all,
    positions: all.lotMargin + figures.floatingYen,
    copyUnits: beside.copyUnits ?? 0,
    loanInterest: beside.loanInterest ?? 0,
  })
  expect(
    Object.fromEntries(parts.filter(({ yen }) => yen !== 0).map(({ part, yen }) => [part, yen])),
  ).toEqual(expected)
  expect(parts.reduce((sum, { yen }) => sum + yen, 0)).toBe(figures.totalAssetsYen)
})
