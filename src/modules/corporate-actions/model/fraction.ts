import { mulDiv, type Yen } from '#kernel/money.ts'
import type { PriceTenths } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { charge, move, repayShortfall, type Draft } from '#modules/ledger/model/drafting.ts'
import { chargedDays, holdingCost, isLeveraged } from '#modules/margin/model/charges.ts'
import { lockQuantity, moved, openFeeLeft, openNotional, type Lot } from '#modules/portfolio/model/lot.ts'
import { exchanged, type Ratio } from './split.ts'

/**
 * A fraction of a new share as it is paid out, in yen: what it was opened for, what it comes to at the last
 * cum price, interest or lending fee until now, and what of it waits for settlement. `lot`: what is left,
 * still in old shares.
 */
export type PaidFraction = {
  readonly lot: Lot
  readonly openedYen: Yen
  readonly paidYen: Yen
  readonly chargesYen: Yen
  readonly profitYen: Yen
  readonly settlingYen: Yen
}

/**
 * Pays out what of a lot makes no whole new share. The opening fee stays with the whole shares, where there
 * are any; what the fraction was opened for is rounded so that the rest is never worth more than its new
 * price says. `lot`: a lot of less than one share is closed by it.
 */
export function payFraction(
  draft: Draft,
  lot: Lot,
  ratio: Ratio,
  at: { lastCumTenths: PriceTenths; settlementDate: DateJst; at: Ms },
): PaidFraction {
  const { shares, parts } = exchanged(lot.openQuantity, ratio)
  const all = lot.openQuantity * ratio.newShares
  const rounding = lot.side === 'up' ? 'ceil' : 'floor'
  const openedYen = mulDiv([openNotional(lot), parts], all, rounding)
  const paidYen = mulDiv([at.lastCumTenths, parts], 10 * ratio.newShares, 'floor')
  const chargesYen = holdingCost(lot, openedYen, chargedDays(lot.settlementDate, at.settlementDate))
  const leveraged = isLeveraged(lot)
  const isAll = shares === 0
  const marginYen =
    isAll || leveraged ? mulDiv([lot.marginYen, parts], all, 'floor') : Math.min(openedYen, lot.marginYen)

  const about = { lotId: lot.id, code: lot.code }
  const what = { kind: 'split-fraction', about } as const
  const differenceYen = lot.side === 'up' ? paidYen - openedYen : openedYen - paidYen
  const lossYen = Math.max(0 - differenceYen, 0)
  const gainYen = Math.max(differenceYen, 0)
  const fromMarginYen = Math.min(lossYen, marginYen)
  move(draft, 'lotMargin', 'clearing', fromMarginYen, what)
  move(draft, 'lotMargin', leveraged ? 'available' : 'unsettled', marginYen - fromMarginYen, what)
  charge(draft, 'clearing', lossYen - fromMarginYen, what)
  charge(draft, lot.side === 'up' ? 'interest' : 'stockLending', chargesYen, {
    kind: lot.side === 'up' ? 'interest' : 'stock-lending',
    about,
  })
  move(draft, 'clearing', 'unsettled', gainYen, what)
  repayShortfall(draft)

  const profitYen = differenceYen - chargesYen - (isAll ? openFeeLeft(lot) : 0)
  const paid = {
    marginYen: lot.marginYen - marginYen,
    chargesYen: lot.chargesYen + chargesYen,
    realizedYen: lot.realizedYen + profitYen,
  }
  return {
    lot: isAll
      ? moved(lockQuantity(lot, lot.openQuantity), 'closed', {
          ...paid,
          openQuantity: 0,
          closingQuantity: 0,
          closedYen: lot.closedYen + paidYen,
          closedAt: at.at,
        })
      : { ...lot, ...paid },
    openedYen,
    paidYen,
    chargesYen,
    profitYen,
    settlingYen: gainYen + (leveraged ? 0 : marginYen - fromMarginYen),
  }
}
