import { valuedTenths } from '#modules/market/model/figures.ts'
import type { MemberId } from '#kernel/id.ts'
import type { PriceTenths } from '#kernel/price.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { isLeveraged } from '#modules/margin/model/charges.ts'
import { guards } from '#modules/margin/model/safe-price-ranges.ts'
import { lotsToCut } from '#modules/margin/model/loss-cut.ts'
import { LOSS_CUT_BP, RESTORE_BP } from '#modules/margin/model/rates.ts'
import { isForced } from '#modules/margin/server/public.ts'
import type { Quote } from '#modules/market/server/public.ts'
import type { Lot } from '#modules/portfolio/model/lot.ts'
import { lots, openLots } from '#modules/portfolio/server/public.ts'
import type { Trade } from '#modules/venue/server/ports.ts'
import { accountAt, cutAccountAt, pricesOf, type Prices, type TradeDay } from './account.ts'
import { createThresholdIndex } from './price-threshold-index.ts'

export type WatchDeps = {
  read: () => TableReader
  quote: (code: string) => Quote | null
  isStale: (code: string) => boolean
  /** The market trades now: what is seen is what an order would meet. */
  isTrading: () => boolean
  day: () => TradeDay
  /**
   * This account is under 10 % at these prices, and nothing is on its way that would help. `print`: the trade
   * that showed it.
   */
  cut: (memberId: MemberId, prices: Prices, print: Trade | null) => void
  /** A lot of this forced account trades, and nothing is closing it. */
  send: (memberId: MemberId) => void
}

export type Watch = {
  /** Something has changed in this account: lots, money, calls. It is asked with the next `refresh`. */
  changed(memberId: MemberId): void
  /** Asks the accounts that have changed, if the market trades. */
  refresh(atMost?: number): boolean
  onTrades(trades: readonly Trade[]): void
  /** A split: what was printed before it is no price of these shares. */
  forget(code: string): void
}

/**
 * Accounts whose ratio a trade could bring under 10 %: each account has a guard on either side of each price
 * it depends on (`guards`), sorted by issue, so that a trade meets only the accounts that it may concern.
 * Nothing here decides: the command asks again by the rows.
 */
export function openWatch({ read, quote, isStale, isTrading, day: dayNow, cut, send }: WatchDeps): Watch {
  const thresholds = createThresholdIndex()
  /** To be asked: accounts that have changed, and those that a trade may concern. */
  const touched = new Set<string>()
  const reached = new Set<string>()
  const printed = new Map<string, Trade>()
  let day = ''

  /** The last trade, which may be newer than the quote; a new day begins with its base price. */
  const priceOf = (code: string): PriceTenths | undefined => {
    const last = printed.get(code)
    const now = quote(code)
    if (last && (!now || last.tradeDate >= now.tradeDate)) return last.priceTenths
    return now ? valuedTenths(now) : undefined
  }

  /** Asks an account, and puts its guards where they belong now. */
  function look(memberId: MemberId, held: readonly Lot[], print: Trade | null): void {
    const account = accountAt(read(), memberId, priceOf, dayNow().settlementDate, held)
    const forced = isForced(read(), memberId)
    const found = guards(account, LOSS_CUT_BP)
    // Whoever is under now, or waits for lots to be closed, is asked again with each trade of what is held.
    thresholds.put(
      memberId,
      found !== null && !forced
        ? found
        : [...new Set(account.lots.map(({ code }) => code))].map((code) => ({
            code,
            fromTenths: Infinity,
            toTenths: Infinity,
          })),
    )
    if ((found !== null && !forced) || account.lots.some(({ code }) => isStale(code))) return
    if (found === null && isToCut(memberId)) cut(memberId, pricesOf(priceOf, account.lots), print)
    else if (forced) send(memberId)
  }
  const isToCut = (memberId: MemberId): boolean =>
    lotsToCut(cutAccountAt(read(), memberId, priceOf, dayNow()), LOSS_CUT_BP, RESTORE_BP).length > 0

  function lookAt(members: Set<string>, print: Trade | null, atMost = Infinity): void {
    let asked = 0
    for (const memberId of members) {
      if (asked++ === atMost) return
      members.delete(memberId)
      const held = openLots(read(), memberId)
      if (held.some(isLeveraged)) look(memberId, held, print)
      else thresholds.take(memberId)
    }
  }

  function reach({ code, priceTenths, tradeDate }: Trade): void {
    if (tradeDate !== day) {
      // Charges have accrued, and base prices are new: everyone once a day.
      day = tradeDate
      for (const lot of read().of(lots).all()) if (isLeveraged(lot)) reached.add(lot.memberId)
    }
    for (const memberId of thresholds.passed(code, priceTenths)) reached.add(memberId)
  }

  return {
    changed: (memberId) => void touched.add(memberId),
    forget: (code) => void printed.delete(code),
    /** Looks at accounts that changed, a few at once: whether some are left. */
    refresh(atMost = Infinity) {
      if (touched.size === 0 || !isTrading()) return false
      lookAt(touched, null, atMost)
      return touched.size > 0
    },
    onTrades(trades) {
      const trading = isTrading()
      for (const trade of trades) {
        printed.set(trade.code, trade)
        if (trading) reach(trade)
        if (reached.size > 0) lookAt(reached, trade)
      }
    },
  }
}
