import type { MemberId, OrderId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import { consideration, type PriceTenths, type Quantity } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import { isLeveraged } from '#modules/margin/model/charges.ts'
import { buyingPower } from '#modules/ledger/model/accounts.ts'
import { moveUpTo, repayShortfall, type Draft } from '#modules/ledger/model/drafting.ts'
import { balances } from '#modules/ledger/server/public.ts'
import { sumOf } from '#modules/tax/model/rates.ts'
import { taxDue } from '#modules/tax/model/year.ts'
import { addResult, addShares, comingTax, takeShares } from '#modules/tax/server/public.ts'
import { settledCash, type PendingSettlement } from '../model/account.ts'
import type { ClosedPart } from '../model/close-part.ts'
import type { DeliveredPart } from '../model/deliver.ts'
import { openFeeLeft, openNotional, type Lot } from '../model/lot.ts'
import { afterSale, type SameFunds } from '../model/same-funds.ts'
import {
  daySales,
  dayShorts,
  lots,
  realized,
  settlements,
  type DayShortsRow,
  type RealizedRow,
} from './tables.ts'

export const openLots = (tables: TableReader, memberId: MemberId): Lot[] =>
  tables.of(lots).by('member', memberId)

/** Money that went to unsettled and becomes settled cash on this day. */
export function addSettlement(tables: TableAccess, memberId: MemberId, dueDate: DateJst, yen: Yen): void {
  if (yen === 0) return
  const table = tables.of(settlements)
  const row = table.get(memberId, dueDate)
  if (row) table.update(row, { yen: row.yen + yen })
  else table.insert({ memberId, dueDate, yen, done: false })
}

/**
 * Unsettled money that an order held over its settlement day has no day any more: what is back beyond all
 * that still waits is available at once; and what is back repays a shortfall, like all money that comes in.
 * For every command that gives held money back, before it posts.
 */
export function settleFreed(tables: TableReader, draft: Draft): void {
  if (draft.balances.unsettled > 0) {
    const waitingYen = pendingSettlements(tables, draft.memberId).reduce((sum, { yen }) => sum + yen, 0)
    moveUpTo(draft, 'unsettled', 'available', Math.max(draft.balances.unsettled - waitingYen, 0), {
      kind: 'settlement',
    })
  }
  repayShortfall(draft)
}

/** By day, earliest first. */
export const pendingSettlements = (tables: TableReader, memberId: MemberId): PendingSettlement[] =>
  tables.of(settlements).by('member', memberId)

/** An amount that comes late, for a day that is over, counts on the newest day. */
export function addRealized(tables: TableAccess, memberId: MemberId, date: DateJst, yen: Yen): void {
  if (yen === 0) return
  const table = tables.of(realized)
  const row = table.get(memberId)
  if (!row) return void table.insert({ memberId, tradeDate: date, dayYen: yen, yearYen: yen })
  const tradeDate = row.tradeDate > date ? row.tradeDate : date
  const { dayYen, yearYen } = realizedOn(row, tradeDate)
  table.update(row, { tradeDate, dayYen: dayYen + yen, yearYen: yearYen + yen })
}

/** The amount that counts as realized on this trade date and in its year. */
const realizedOn = (row: RealizedRow | undefined, tradeDate: DateJst): { dayYen: Yen; yearYen: Yen } => ({
  dayYen: row?.tradeDate === tradeDate ? row.dayYen : 0,
  yearYen: row?.tradeDate.slice(0, 4) === tradeDate.slice(0, 4) ? row.yearYen : 0,
})

/** The realized result of a member, of this trade date and of its year. */
export const realizedOf = (
  tables: TableReader,
  memberId: MemberId,
  tradeDate: DateJst,
): { dayYen: Yen; yearYen: Yen } => realizedOn(tables.of(realized).get(memberId), tradeDate)

/**
 * A lot that has been opened, or what a further fill adds to one: shares at 1× have a cost that tax will ask
 * for.
 */
export function bookOpening(tables: TableAccess, lot: Lot): void {
  if (isLeveraged(lot)) return
  addShares(tables, lot.memberId, lot.code, {
    tradeDate: lot.tradeDate,
    quantity: lot.openQuantity,
    costYen: consideration(lot.openPriceTenths, lot.openQuantity) + lot.openFeeYen,
  })
}

/**
 * 現引: the lot's shares are the member's, for its notional, the fee of their opening and the interest until
 * now.
 */
export function bookTaking(tables: TableAccess, before: Lot, interestYen: Yen, tradeDate: DateJst): void {
  addShares(tables, before.memberId, before.code, {
    tradeDate,
    quantity: before.openQuantity,
    costYen: openNotional(before) + openFeeLeft(before) + interestYen,
  })
  addRealized(tables, before.memberId, tradeDate, 0 - interestYen)
}

/**
 * 現渡: for tax the shares are sold at the short's opening price; its fee and its lending fee are costs of that
 * sale. No sale of the day: nothing traded.
 */
export function bookGiving(
  tables: TableAccess,
  short: Lot,
  parts: readonly DeliveredPart[],
  when: { tradeDate: DateJst; settlementDate: DateJst },
): void {
  const { memberId, code, id: lotId, orderId } = short
  keepShort(tables, short, when.tradeDate)
  for (const { profitYen, settlingYen } of parts) {
    addSettlement(tables, memberId, when.settlementDate, settlingYen)
    addRealized(tables, memberId, when.tradeDate, profitYen)
  }
  const proceedsYen = openNotional(short)
  const shortYen = parts.at(-1)!.profitYen
  const { costYen, sold } = takeShares(tables, memberId, code, {
    tradeDate: when.tradeDate,
    quantity: short.openQuantity,
  })
  addResult(tables, {
    memberId,
    settlementDate: when.settlementDate,
    code,
    kind: 'cash',
    proceedsYen,
    gainYen: proceedsYen + shortYen - costYen,
    sold,
    lotId,
    orderId,
  })
}

/**
 * A closing by trade, with what it leaves behind besides the lot: money to settle, realized profit, a result
 * for tax, the day's sales.
 */
export type BookedClosing = Pick<ClosedPart, 'profitYen' | 'settlingYen'> & {
  readonly orderId: OrderId
  readonly quantity: Quantity
  readonly priceTenths: PriceTenths
  readonly feeYen: Yen
  readonly tradeDate: DateJst
  readonly settlementDate: DateJst
  readonly at: Ms
}

/**
 * `lot` as it was before. Leveraged lots are matched one by one, shares at 1× at their moving-average cost
 * (facts: margin and tax, section 6).
 */
export function bookClosing(tables: TableAccess, lot: Lot, closing: BookedClosing): void {
  const { memberId, code, id: lotId } = lot
  const { orderId, quantity, settlementDate, tradeDate, profitYen } = closing
  addSettlement(tables, memberId, settlementDate, closing.settlingYen)
  addRealized(tables, memberId, tradeDate, profitYen)
  const closedYen = consideration(closing.priceTenths, quantity)
  const about = { memberId, settlementDate, code, lotId, orderId }
  if (quantity === lot.openQuantity) keepShort(tables, lot, tradeDate)
  if (isLeveraged(lot)) {
    const proceedsYen = lot.side === 'up' ? closedYen : consideration(lot.openPriceTenths, quantity)
    addResult(tables, { ...about, kind: 'margin', proceedsYen, gainYen: profitYen })
    return
  }
  const { costYen, sold } = takeShares(tables, memberId, code, { tradeDate, quantity })
  addResult(tables, {
    ...about,
    kind: 'cash',
    proceedsYen: closedYen,
    gainYen: closedYen - closing.feeYen - costYen,
    sold,
  })
  addSale(tables, lot, closing.tradeDate, closing.at, closedYen)
}

/** The name of what a lot of day trading costs when it is left open, among the results that tax knows. */
const LEFT_OPEN = 'day-penalty'

/**
 * A charge on a lot by itself, outside of a closing: the published charge for one of day trading that was
 * left open. It is a cost of the lot (facts: margin and tax, section 6): it lowers what the lot came to and
 * what tax asks for, with the trades of the day on which it is charged. `lot`: as it stands now.
 */
export function bookLeftOpen(
  tables: TableAccess,
  lot: Lot,
  yen: Yen,
  when: { tradeDate: DateJst; settlementDate: DateJst },
): Lot {
  const { memberId, code, id: lotId } = lot
  addRealized(tables, memberId, when.tradeDate, 0 - yen)
  addResult(tables, {
    memberId,
    settlementDate: when.settlementDate,
    code,
    kind: 'margin',
    gainYen: 0 - yen,
    lotId,
    orderId: LEFT_OPEN,
  })
  return tables
    .of(lots)
    .update(lot, { closeFeeYen: lot.closeFeeYen + yen, realizedYen: lot.realizedYen - yen })
}

/**
 * A short that is over on the day that it was opened: the lot will be asked no more, and still counts towards
 * that day's limit.
 */
function keepShort(
  tables: TableAccess,
  { side, memberId, code, tradeDate, quantity }: Lot,
  today: DateJst,
): void {
  if (side === 'up' || tradeDate !== today) return
  const table = tables.of(dayShorts)
  const row = table.get(memberId, code)
  if (!row) table.insert({ memberId, code, tradeDate, quantity })
  // A quantity that comes late, for a day that is over, counts no more.
  else if (row.tradeDate <= tradeDate)
    table.update(row, { tradeDate, quantity: shortOn(row, tradeDate) + quantity })
}

const shortOn = (row: DayShortsRow | undefined, tradeDate: DateJst): Quantity =>
  row?.tradeDate === tradeDate ? row.quantity : 0

/**
 * Shares of the issue that the member has sold short on this day, those bought back meanwhile included
 * (market rules 11). `held`: the member's open lots.
 */
export const soldShortOn = (
  tables: TableReader,
  memberId: MemberId,
  code: string,
  tradeDate: DateJst,
  held: readonly Lot[],
): Quantity =>
  held.reduce(
    (sum, lot) =>
      sum + (lot.side === 'down' && lot.code === code && lot.tradeDate === tradeDate ? lot.quantity : 0),
    shortOn(tables.of(dayShorts).get(memberId, code), tradeDate),
  )

function addSale(tables: TableAccess, lot: Lot, tradeDate: DateJst, at: Ms, soldYen: Yen): void {
  const table = tables.of(daySales)
  const row = table.get(lot.memberId, lot.code)
  const next = afterSale(row, tradeDate, at, soldYen, lot.tradeDate === tradeDate)
  if (row) table.update(row, next)
  else table.insert({ memberId: lot.memberId, code: lot.code, ...next })
}

/** The most that tax will take from money that is here already. */
export const taxDueOf = (tables: TableReader, memberId: MemberId): Yen => taxDue(comingTax(tables, memberId))

/** Money that an order may use: available and unsettled, without what tax will take (README). */
export const freeMoney = (tables: TableReader, memberId: MemberId): Yen =>
  Math.max(buyingPower(balances(tables, memberId)) - taxDueOf(tables, memberId), 0)

/**
 * Settled cash that could leave now, as far as settlement and tax go; the other terms of a withdrawal are not
 * asked here.
 */
export function settledCashOf(tables: TableReader, memberId: MemberId): Yen {
  const taxes = comingTax(tables, memberId).map(({ settlementDate, change }) => ({
    settlementDate,
    yen: sumOf(change),
  }))
  return settledCash(balances(tables, memberId), pendingSettlements(tables, memberId), taxes)
}

/** The facts about an issue on this day that the rule against the same funds asks for. */
export const sameFundsOf = (
  tables: TableReader,
  memberId: MemberId,
  code: string,
  tradeDate: DateJst,
): SameFunds => ({
  sales: tables.of(daySales).get(memberId, code) ?? null,
  tradeDate,
  freeYen: freeMoney(tables, memberId),
})
