import type { Yen } from '#kernel/money.ts'
import { tenthsOf, type PriceTenths } from '#kernel/price.ts'
import type { Ms, Days } from '#kernel/time.ts'
import type { CallView, MarginLotView, MarginView } from '#modules/margin-calls/contract.ts'
import { closingThatMeets, type ClosingWay } from '#modules/margin/model/calls.ts'
import {
  marginState,
  priceDifference,
  substitutesYen,
  type HeldLot,
  type MarginState,
} from '#modules/margin/model/ratio.ts'
import type { Account } from '#modules/margin/model/threshold-price.ts'

export type LastPrices = ReadonlyMap<string, PriceTenths>

const heldLot = (lot: MarginLotView): HeldLot => ({
  code: lot.code,
  side: lot.side,
  leverageTenths: Math.round(lot.leverage * 10),
  openQuantity: lot.openQuantity,
  openPriceTenths: tenthsOf(lot.openPrice),
  marginYen: lot.margin,
  accruedYen: lot.accrued,
})

/**
 * The account as the margin rules see it, at newer prices where there are some: the functions of the server
 * run on it.
 */
export function accountOf(view: MarginView, last: LastPrices): Account {
  const read = new Map(view.lots.map((lot) => [lot.code, tenthsOf(lot.price)]))
  return {
    cashYen: view.available + view.unsettled + view.orderHold,
    loanYen: view.loan,
    lots: view.lots.map(heldLot),
    priceOf: (code) => last.get(code) ?? read.get(code),
  }
}

/** The parts of G, in yen: they add up to it. */
export type Parts = {
  readonly cash: number
  readonly lotMargin: number
  readonly substitutes: number
  readonly difference: number
  readonly accrued: number
  readonly loan: number
}
export type Reckoned = { readonly state: MarginState; readonly parts: Parts }

export function reckoned(view: MarginView, account: Account): Reckoned {
  const priced = view.lots.map((lot, n) => ({
    lot,
    held: account.lots[n]!,
    price: account.priceOf(lot.code) ?? account.lots[n]!.openPriceTenths,
  }))
  const sum = (of: (one: (typeof priced)[number]) => number) =>
    priced.reduce((total, one) => total + of(one), 0)
  return {
    state: marginState(account.cashYen, account.lots, account.priceOf, account.loanYen),
    parts: {
      cash: account.cashYen,
      loan: account.loanYen,
      accrued: sum(({ lot }) => lot.accrued),
      lotMargin: sum(({ lot }) => (lot.leveraged ? lot.margin : 0)),
      substitutes: sum(({ lot, held, price }) =>
        lot.leveraged ? 0 : substitutesYen(price, held.openQuantity),
      ),
      difference: sum(({ lot, held, price }) =>
        lot.leveraged ? priceDifference(held, held.openPriceTenths, price, held.openQuantity) : 0,
      ),
    },
  }
}

/**
 * Each leveraged lot as a way to meet what is missing, those that do it alone first, then what counts most.
 */
export function waysToMeet(
  lots: readonly MarginLotView[],
  missingYen: Yen,
): { lot: MarginLotView; way: ClosingWay; meets: boolean }[] {
  return lots
    .filter((lot) => lot.leveraged && lot.freeQuantity > 0)
    .map((lot) => {
      const way = closingThatMeets(
        { openPriceTenths: tenthsOf(lot.openPrice), quantity: lot.freeQuantity, unit: lot.unit },
        missingYen,
      )
      return { lot, way, meets: way.countsYen >= missingYen }
    })
    .toSorted(
      (a, b) =>
        Number(b.meets) - Number(a.meets) ||
        (a.meets ? a.way.notionalYen - b.way.notionalYen : b.way.countsYen - a.way.countsYen),
    )
}

/** Time that is left until a deadline, whole minutes, never below nothing. */
export function timeLeft(
  call: Pick<CallView, 'deadlineAt'>,
  now: Ms,
): { days: Days; hours: number; minutes: number } {
  const minutes = Math.max(Math.floor((Date.parse(call.deadlineAt) - now) / 60_000), 0)
  return {
    days: Math.floor(minutes / 1_440),
    hours: Math.floor((minutes % 1_440) / 60),
    minutes: minutes % 60,
  }
}
