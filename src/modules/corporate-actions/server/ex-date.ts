import { mulDiv, PPM, type Yen } from '#kernel/money.ts'
import type { PriceTenths, Quantity } from '#kernel/price.ts'
import { timeJst, type DateJst, type Ms } from '#kernel/time.ts'
import { defineCommand, done, type Call, type DomainEvent } from '#platform/engine/command.ts'
import type { TableAccess } from '#platform/engine/table.ts'
import { notify } from '#modules/inbox/server/public.ts'
import type { Dividend, Split } from '#modules/instruments/model/corporate-actions.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'
import { sharesSplit } from '#modules/instruments/server/events.ts'
import { move, moveUpTo, repayShortfall } from '#modules/ledger/model/drafting.ts'
import { accountChanged } from '#modules/ledger/server/events.ts'
import { openDrafts, post, type Drafts } from '#modules/ledger/server/public.ts'
import { NO_FEE, isLeveraged } from '#modules/margin/model/charges.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import { followLot, orderChanged, type OrdersPublic } from '#modules/orders/server/public.ts'
import { closePart } from '#modules/portfolio/model/close-part.ts'
import { lockQuantity, openNotional, type Lot } from '#modules/portfolio/model/lot.ts'
import { addRealized, addSettlement, bookClosing, lots } from '#modules/portfolio/server/public.ts'
import { addResult, rescaleShares, takeCost, unitCostOf } from '#modules/tax/server/public.ts'
import { lotChanged } from '#modules/portfolio/server/events.ts'
import { dividendYen, holderKind } from '../model/dividend.ts'
import { payFraction, type PaidFraction } from '../model/fraction.ts'
import { afterSplit, exchanged, keptShares, type Ratio } from '../model/split.ts'
import { entitlements, exDays, lotSplits, shareFractions } from './tables.ts'

/** The event for the holders of one issue on one ex-date. `at`: the market time at which it is due. */
export type ExDate = {
  code: string
  exDate: DateJst
  at: Ms
  dividend: Pick<Dividend, 'perShareTenths' | 'payDate'> | null
  split: Pick<Split, 'newShares' | 'oldShares'> | null
}
/**
 * `carriesRounding`: missing in journals of before, where the rounding of a split was realized at once.
 * `keepsOddLots`: missing in those of before too, where shares that made no whole trading unit were paid out.
 * `paysFractions`: missing where whole new shares were paid out with a fraction, and closed shares kept their
 * part of a rounding. `notesLots`: missing where no lot was noted as it stood before. `meetsDebts`: missing
 * where a rounding met no debt.
 */
type Inputs = {
  meetsDebts?: true
  notesLots?: true
  carriesRounding?: true
  keepsOddLots?: true
  paysFractions?: true
  lastCumTenths: PriceTenths | null
  settlementDate: DateJst
  tickTable: TickTable
  unit: Quantity
}
type Step = {
  tables: TableAccess
  drafts: Drafts
  input: ExDate
  inputs: Inputs
  call: Call
  events: DomainEvent[]
  /** The average cost of a share of each holder, before any was paid out. */
  unitYen: Map<string, Yen>
}

export type ExDateDeps = { market: MarketPublic; settlementDate: (tradeDate: DateJst) => DateJst } & Pick<
  OrdersPublic,
  'expireForSplit'
>

/**
 * An ex-date, after the last cum close and before the first trade without the right: who holds is written
 * down for the dividend, then a split changes the lots. Once for each issue and date: run again it changes
 * nothing. Opened on the ex-date is without the right.
 */
export const exDateCommand = ({ market, settlementDate, expireForSplit }: ExDateDeps) =>
  defineCommand({
    type: 'actions.ex-date',
    captureInputs: (_world, { code, exDate }: ExDate): Inputs => {
      const { tickTable, unit } = market.instrument(code)!
      return {
        meetsDebts: true,
        notesLots: true,
        carriesRounding: true,
        keepsOddLots: true,
        paysFractions: true,
        lastCumTenths: market.lastPrices([code]).get(code) ?? null,
        settlementDate: settlementDate(exDate),
        tickTable,
        unit,
      }
    },
    run(tables, input, inputs, call) {
      const { code, exDate, at } = input
      if (tables.of(exDays).get(code, exDate)) return done({ lots: 0 })
      tables.of(exDays).insert({ at, code, exDate })
      const step: Step = {
        tables,
        drafts: openDrafts(tables),
        input,
        inputs,
        call,
        events: [],
        unitYen: new Map(),
      }
      const heldIds = tables
        .of(lots)
        .by('code', code)
        .filter((lot) => lot.tradeDate < exDate)
        .map(({ id }) => id)
      if (input.split) {
        // First of all: prices of before are reckoned in new shares from now on.
        step.events.push(sharesSplit(code, exDate, input.split.newShares / input.split.oldShares))
        lapseOrders(step, expireForSplit)
      }
      for (const id of heldIds) {
        const lot = tables.of(lots).get(id)!
        if (input.dividend) entitle(step, lot, input.dividend)
        if (input.split) split(step, lot, input.split)
      }
      if (input.split) rescale(step)
      const transfers = step.drafts.transfers()
      post(tables, { seq: call.seq, at, tradeDate: exDate }, transfers)
      for (const memberId of new Set(transfers.map((one) => one.memberId)))
        step.events.push(accountChanged(memberId))
      return done({ lots: heldIds.length }, step.events)
    },
  })

/** The money of orders that lapse comes back before anything else is moved. */
function lapseOrders(
  { tables, drafts, input, call, events }: Step,
  expireForSplit: ExDateDeps['expireForSplit'],
): void {
  const lapsed = expireForSplit(tables, input.code, { seq: call.seq, at: input.at, tradeDate: input.exDate })
  drafts.take(lapsed.transfers)
  events.push(...lapsed.events)
}

function entitle(
  { tables, drafts, input, call, events }: Step,
  lot: Lot,
  { perShareTenths, payDate }: NonNullable<ExDate['dividend']>,
): void {
  const { id: lotId, memberId, orderId, code, side, leverageTenths, openQuantity: quantity } = lot
  const terms = { code, leverageTenths, perShareTenths, quantity, side }
  const yen = dividendYen(terms)
  // The sum that a short will owe is kept back from the ex-date on, as far as it is there (facts: margin and
  // tax, section 5).
  const heldYen = moveUpTo(drafts.of(memberId), 'available', 'dividendHold', Math.max(0 - yen, 0), {
    kind: 'dividend-hold',
    about: { lotId, code },
  })
  tables
    .of(entitlements)
    .insert({
      ...terms,
      exDate: input.exDate,
      heldYen,
      lotId,
      memberId,
      orderId,
      paidAt: null,
      payDate,
      taxYen: 0,
    })
  events.push(
    notify(tables, { seq: call.seq, at: input.at }, memberId, {
      kind: 'dividendComing',
      args: { code, side: holderKind(lot), quantity, amount: Math.abs(yen), payDate: timeJst(payDate, 0) },
      lotId,
    }),
  )
}

function split(step: Step, before: Lot, ratio: Ratio): void {
  const {
    tables,
    input: { at, code },
    inputs,
    call,
    events,
  } = step
  const keeps = inputs.keepsOddLots === true
  if (inputs.notesLots === true) noteLot(step, before)
  const { lot, paidShares } =
    inputs.paysFractions === true
      ? { lot: exchange(step, before, ratio), paidShares: 0 }
      : exchangeWholeOldShares(step, before, ratio)
  events.push(
    lotChanged(lot),
    notify(tables, { seq: call.seq, at }, lot.memberId, {
      kind:
        inputs.paysFractions === true && ratio.newShares < ratio.oldShares ? 'reverseSplit' : 'shareSplit',
      lotId: lot.id,
      args: {
        code,
        newShares: ratio.newShares,
        oldShares: ratio.oldShares,
        before: before.openQuantity,
        after: lot.openQuantity,
        odd: paidShares,
      },
    }),
  )
  const oddLot = lot.openQuantity % inputs.unit
  if (keeps && oddLot > 0)
    events.push(
      notify(tables, { seq: call.seq, at }, lot.memberId, {
        kind: 'oddLot',
        lotId: lot.id,
        args: { code, quantity: oddLot },
      }),
    )
}

/** For papers of the days before. */
function noteLot({ tables, input: { exDate } }: Step, lot: Lot): void {
  const { id: lotId, memberId, quantity, openQuantity, openPriceTenths } = lot
  tables.of(lotSplits).insert({ lotId, exDate, memberId, quantity, openQuantity, openPriceTenths })
}

/** Whole new shares for the lot's old ones, and money for what is less than one. */
function exchange(step: Step, before: Lot, ratio: Ratio): Lot {
  const { tables, input, inputs } = step
  const { parts } = exchanged(before.openQuantity, ratio)
  const { lot: whole, openedYen } = parts === 0 ? { lot: before, openedYen: 0 } : payRest(step, before, ratio)
  if (whole.status === 'closed') return tables.of(lots).update(before, whole)
  const after = afterSplit(whole, ratio, inputs.tickTable, input.at, {
    openedYen: openNotional(before) - openedYen,
  })
  payRounding(step, whole, after.roundingYen)
  return tables.of(lots).update(before, after.lot)
}

const cumPrice = ({ inputs }: Step, lot: Lot): PriceTenths => inputs.lastCumTenths ?? lot.openPriceTenths

/** A fraction of a share: money at once, a result for tax, a line of the member's papers. */
function payRest(step: Step, before: Lot, ratio: Ratio): PaidFraction {
  const {
    tables,
    drafts,
    input: { exDate, at },
    inputs: { settlementDate },
    events,
  } = step
  const { id: lotId, memberId, code } = before
  const paid = payFraction(drafts.of(memberId), before, ratio, {
    lastCumTenths: cumPrice(step, before),
    settlementDate,
    at,
  })
  const { openedYen, paidYen, profitYen } = paid
  addSettlement(tables, memberId, settlementDate, paid.settlingYen)
  addRealized(tables, memberId, exDate, profitYen)
  const result = { memberId, settlementDate, code, lotId, orderId: `split-${exDate}` }
  if (isLeveraged(before))
    addResult(tables, {
      ...result,
      kind: 'margin',
      proceedsYen: before.side === 'up' ? paidYen : openedYen,
      gainYen: profitYen,
    })
  else {
    const unitYen = step.unitYen.get(memberId) ?? unitCostOf(tables, memberId, code)
    step.unitYen.set(memberId, unitYen)
    // In old shares, which the average is of: parts ÷ new shares.
    const costYen = mulDiv([unitYen, exchanged(before.openQuantity, ratio).parts], ratio.newShares, 'floor')
    takeCost(tables, memberId, code, costYen)
    addResult(tables, { ...result, kind: 'cash', proceedsYen: paidYen, gainYen: paidYen - costYen })
  }
  noteFraction(step, before, ratio, paid)
  // The same two steps as in a closing order: the order that opened the lot sees it closing, then what became
  // of it.
  const locked: Lot = paid.lot.status === 'closed' ? { ...before, status: 'closing' } : before
  followLot(tables, before, locked, null, at)
  const opening = followLot(tables, locked, paid.lot, profitYen, at)
  if (opening) events.push(orderChanged(opening))
  return paid
}

/** For the member's papers, and told. */
function noteFraction(step: Step, lot: Lot, ratio: Ratio, { paidYen, chargesYen }: PaidFraction): void {
  const {
    tables,
    input: { exDate, at },
    inputs: { settlementDate },
    call,
    events,
  } = step
  const { id: lotId, memberId, number, code } = lot
  const { parts } = exchanged(lot.openQuantity, ratio)
  const fractionPpm = mulDiv([parts, PPM], ratio.oldShares, 'floor')
  tables
    .of(shareFractions)
    .insert({
      lotId,
      exDate,
      memberId,
      number,
      code,
      side: lot.side,
      fractionPpm,
      priceTenths: cumPrice(step, lot),
      paidYen,
      chargesYen,
      settlementDate,
      at,
    })
  events.push(
    notify(tables, { seq: call.seq, at }, memberId, {
      kind: 'shareFraction',
      lotId,
      args: { code, amount: paidYen, payDate: timeJst(settlementDate, 0) },
    }),
  )
}

/** The rule of older journals: old shares that come to no whole new ones are paid out whole. */
function exchangeWholeOldShares(step: Step, before: Lot, ratio: Ratio): { lot: Lot; paidShares: Quantity } {
  const { tables, input, inputs } = step
  const unit = inputs.keepsOddLots === true ? 1 : inputs.unit
  const paidShares = before.openQuantity - keptShares(before.openQuantity, unit, ratio)
  const lot = paidShares > 0 ? payOut(step, before, paidShares) : before
  if (lot.status === 'closed') return { lot, paidShares }
  const after = afterSplit(lot, ratio, inputs.tickTable, input.at, {
    rule: inputs.carriesRounding === true ? 'spread' : 'realized',
  })
  payRounding(step, lot, after.roundingYen)
  return { lot: tables.of(lots).update(lot, after.lot), paidShares }
}

/** Old shares of a lot: closed at the last cum price, without a fee. */
function payOut({ tables, drafts, input, inputs, events }: Step, lot: Lot, quantity: Quantity): Lot {
  const { exDate, at } = input
  const { settlementDate } = inputs
  const priceTenths = inputs.lastCumTenths ?? lot.openPriceTenths
  const locked = tables.of(lots).update(lot, lockQuantity(lot, quantity))
  const fill = { orderId: lot.orderId, quantity, priceTenths, settlementDate, at }
  const { lot: closed, ...result } = closePart(drafts.of(lot.memberId), locked, { ...fill, fee: NO_FEE })
  const after = tables.of(lots).update(locked, closed)
  bookClosing(tables, locked, { ...fill, ...result, feeYen: 0, tradeDate: exDate })
  // The same two steps as in a closing order: the order that opened the lot sees it closing, then what became
  // of it.
  followLot(tables, lot, locked, null, at)
  const opening = followLot(tables, locked, after, result.profitYen, at)
  if (opening) events.push(orderChanged(opening))
  return after
}

/** The later cost to the member of rounding the open price is paid now; it counts when the lot is closed. */
function payRounding({ tables, drafts, input, inputs }: Step, lot: Lot, yen: Yen): void {
  if (yen === 0) return
  const { memberId, code, id: lotId } = lot
  const leveraged = isLeveraged(lot)
  const draft = drafts.of(memberId)
  move(draft, 'clearing', leveraged ? 'available' : 'lotMargin', yen, {
    kind: 'split-rounding',
    about: { lotId, code },
  })
  if (inputs.meetsDebts === true) repayShortfall(draft)
  if (inputs.carriesRounding === true) return
  addRealized(tables, memberId, input.exDate, yen)
  // Shares paid in full are taxed by their average cost, which a split leaves as it is.
  if (leveraged)
    addResult(tables, {
      memberId,
      settlementDate: inputs.settlementDate,
      code,
      kind: 'margin',
      gainYen: yen,
      lotId,
      orderId: `split-${input.exDate}`,
    })
}

/** The members' shares paid in full, for the average cost that tax asks for. */
function rescale({ tables, input }: Step): void {
  const shares = new Map<string, Quantity>()
  for (const lot of tables.of(lots).by('code', input.code)) {
    if (!isLeveraged(lot)) shares.set(lot.memberId, (shares.get(lot.memberId) ?? 0) + lot.openQuantity)
  }
  for (const [memberId, quantity] of shares) rescaleShares(tables, memberId, input.code, quantity)
}
