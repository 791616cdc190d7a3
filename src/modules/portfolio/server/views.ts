import type { MemberId } from '#kernel/id.ts'
import { mulDiv, type Yen } from '#kernel/money.ts'
import { consideration, yenOf, type Quantity } from '#kernel/price.ts'
import { type DateJst, iso, type Ms } from '#kernel/time.ts'
import { OWN_ACCOUNTS, type Balances } from '#modules/ledger/model/accounts.ts'
import type { TransferRow } from '#modules/ledger/server/public.ts'
import { isDayTrade } from '#modules/margin/model/charges.ts'
import { missingYen, type MarginCall } from '#modules/margin/model/calls.ts'
import { heldLot } from '../model/lot.ts'
import {
  accountFigures,
  lotFigures,
  type BesideParts,
  type LiveLot,
  type LotFigures,
  type Mark,
  type MarkOf,
} from '../model/account.ts'
import type { AccountView, DeliveryView, EntryView, LotView } from '../contract.ts'
import type { DeliveryRow } from './tables.ts'
import { accrued, openFeeLeft, type Lot } from '../model/lot.ts'

/**
 * The day that "today" means, when a trade of it settles, and when a lot of day trading opened on a day is
 * closed.
 */
export type Today = { tradeDate: DateJst; settlementDate: DateJst; dayClosesAt: (openedOn: DateJst) => Ms }

const maybe = <T, V>(value: T | null, view: (value: T) => V): V | null =>
  value === null ? null : view(value)

/** Yen, rounded to one decimal, for what was bought or sold in parts. */
export const averageYen = (totalYen: Yen, quantity: Quantity): number | null =>
  quantity === 0
    ? null
    : mulDiv([totalYen, 20], quantity, 'floor') % 2 === 0
      ? mulDiv([totalYen, 10], quantity, 'floor') / 10
      : mulDiv([totalYen, 10], quantity, 'ceil') / 10

export const liveLot = (lot: Lot, today: Today): LiveLot => ({
  ...heldLot(lot, today.settlementDate),
  openedToday: lot.tradeDate === today.tradeDate,
  openFeeYen: openFeeLeft(lot),
})

export function lotView(
  lot: Lot,
  name: string,
  mark: Mark | undefined,
  today: Today,
  unit: Quantity,
  averageCostYen: Yen | null,
  simulated: boolean,
): LotView {
  const isOpen = lot.status !== 'closed'
  const figures = isOpen && mark ? lotFigures(liveLot(lot, today), mark) : null
  const results = mark?.isOffer ? null : figures
  const averageCost = isOpen && isShares(lot) ? averageCostYen : null
  const opened = { time: iso(lot.openedAt), price: yenOf(lot.openPriceTenths) }
  const closed = {
    time: maybe(lot.closedAt, iso),
    price: averageYen(lot.closedYen, lot.quantity - lot.openQuantity),
  }
  const [buy, sell] = lot.side === 'up' ? [opened, closed] : [closed, opened]
  return {
    id: lot.id,
    number: lot.number,
    status: lot.status,
    source: lot.source,
    orderId: lot.orderId,
    code: lot.code,
    name,
    side: lot.side,
    leverage: lot.leverageTenths / 10,
    quantity: lot.quantity,
    openQuantity: lot.openQuantity,
    closingQuantity: lot.closingQuantity,
    oddQuantity: lot.openQuantity % unit,
    buyTime: buy.time,
    buyPrice: buy.price,
    sellTime: sell.time,
    sellPrice: sell.price,
    openedAt: opened.time,
    openPrice: opened.price,
    closedAt: closed.time,
    closePrice: closed.price,
    marketPrice: results && mark ? yenOf(mark.lastTenths) : null,
    offerPrice: figures && mark?.isOffer ? yenOf(mark.lastTenths) : null,
    marketValue: figures?.marketValueYen ?? null,
    margin: lot.marginYen,
    notional: consideration(lot.openPriceTenths, isOpen ? lot.openQuantity : lot.quantity),
    takeProfit: maybe(lot.takeProfitTenths, yenOf),
    stopLoss: maybe(lot.stopLossTenths, yenOf),
    trailYen: maybe(lot.trailTenths, yenOf),
    trailBp: lot.trailBp,
    openFee: lot.openFeeYen,
    closeFee: lot.closeFeeYen,
    charges: lot.chargesYen,
    accrued: accrued(lot, today.settlementDate),
    averageCost: maybe(averageCost, (cost) => yenOf(cost * 10)),
    soldCost: isShares(lot)
      ? averageYen(lot.closedYen - lot.closeFeeYen - lot.realizedYen, lot.quantity - lot.openQuantity)
      : null,
    floatingProfit: results && profitAt(results, lot.openQuantity, averageCost),
    todayProfit: results?.todayYen ?? null,
    realizedProfit: lot.realizedYen,
    tradeDate: lot.tradeDate,
    settlementDate: lot.settlementDate,
    closesAt: isOpen && isDayTrade(lot) ? iso(today.dayClosesAt(lot.tradeDate)) : null,
    simulated,
  }
}

/** Shares paid in full: what they have cost is the average of all of them. */
const isShares = ({ side, leverageTenths }: Lot): boolean => side === 'up' && leverageTenths === 10

/** Shares × their price now less × their average cost; of a leveraged lot its own price difference. */
const profitAt = (figures: LotFigures, quantity: Quantity, averageCostYen: Yen | null): Yen =>
  averageCostYen === null ? figures.floatingYen : figures.marketValueYen - averageCostYen * quantity

export const deliveryView = (
  row: DeliveryRow & { paidYen: Yen },
  name: string,
  simulated: boolean,
): DeliveryView => ({
  kind: row.kind,
  lotId: row.lotId,
  number: row.number,
  code: row.code,
  name,
  quantity: row.quantity,
  price: yenOf(row.priceTenths),
  notional: consideration(row.priceTenths, row.quantity),
  paid: row.paidYen,
  charges: row.chargesYen,
  tradeDate: row.tradeDate,
  settlementDate: row.settlementDate,
  at: iso(row.at),
  simulated,
})

export type AccountNow = {
  memberId: MemberId
  balances: Balances
  lots: readonly Lot[]
  markOf: MarkOf
  /** By average cost; of the year less what settlements have withheld. */
  realized: { dayYen: Yen; yearYen: Yen }
  /** The part of closings in today's change. */
  closedTodayYen: Yen
  beside: BesideParts
  /** The average cost of a share paid in full. */
  averageCostOf: (code: string) => Yen | null
  /** The tax that will be taken from money that is here already. */
  taxDueYen: Yen
  /** Those that have not ended, the oldest first. */
  calls: readonly MarginCall[]
  today: Today
  at: Ms
  simulated: boolean
}

export function accountView(now: AccountNow): AccountView {
  const { balances, beside } = now
  const live = now.lots.map((lot) => liveLot(lot, now.today))
  const figures = accountFigures(balances, live, now.markOf, now.closedTodayYen, now.beside)
  return {
    id: now.memberId,
    status: 'open',
    totalAssets: figures.totalAssetsYen,
    available: balances.available,
    unsettled: balances.unsettled,
    orderHold: balances.orderHold,
    lotMargin: balances.lotMargin,
    withdrawalHold: balances.withdrawalHold,
    subscriptionHold: balances.subscriptionHold,
    dividendHold: balances.dividendHold,
    paidShares: balances.paidShares,
    copyUnits: beside.copyUnits ?? 0,
    loanInterest: beside.loanInterest ?? 0,
    loan: balances.loan,
    shortfall: balances.shortfall,
    taxDue: now.taxDueYen,
    buyingPower: Math.max(figures.buyingPowerYen - now.taxDueYen, 0),
    usedFunds: figures.usedFundsYen,
    positions: balances.lotMargin + figures.floatingYen,
    floatingProfit: now.lots.reduce(
      (sum, lot, n) =>
        sum +
        profitAt(
          lotFigures(live[n]!, now.markOf(lot.code)),
          lot.openQuantity,
          isShares(lot) ? now.averageCostOf(lot.code) : null,
        ),
      0,
    ),
    realizedProfit: now.realized.yearYen,
    realizedToday: now.realized.dayYen,
    todayChange: figures.todayChangeYen,
    marketValue: figures.marketValueYen,
    accruedCharges: figures.accruedYen,
    creditScore: beside.creditScore ?? null,
    marginHeld: figures.marginHeldYen,
    openNotional: figures.openNotionalYen,
    marginRatioBp: figures.marginRatioBp,
    marginCall: callView(now.calls),
    at: iso(now.at),
    simulated: now.simulated,
  }
}

const callView = (calls: readonly MarginCall[]): AccountView['marginCall'] =>
  calls.length === 0
    ? null
    : {
        missing: calls.reduce((sum, call) => sum + missingYen(call), 0),
        deadlineAt: iso(calls[0]!.deadlineAt),
        forced: calls.some(({ state }) => state === 'forced'),
      }

const OWN: ReadonlySet<string> = new Set(OWN_ACCOUNTS)

/** `m:<member>:available` and `h:fee` by their last word. */
const wordOf = (accountId: string): string => accountId.slice(accountId.lastIndexOf(':') + 1)

export function entryView(row: TransferRow, simulated: boolean): EntryView {
  const from = wordOf(row.debit)
  const to = wordOf(row.credit)
  return {
    id: `${row.seq}-${row.n}`,
    at: iso(row.at),
    kind: row.kind,
    from,
    to,
    moved: row.yen,
    amount: (OWN.has(to) ? row.yen : 0) - (OWN.has(from) ? row.yen : 0),
    orderId: row.orderId,
    lotId: row.lotId,
    code: row.code,
    simulated,
  }
}
