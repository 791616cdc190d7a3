import type { Yen } from '#kernel/money.ts'
import { consideration, tenthsOf, type PriceYen, type Quantity } from '#kernel/price.ts'
import type { DateJst } from '#kernel/time.ts'
import { feeOf, feeRuleFor, isLeveraged, type Side } from '#modules/margin/model/charges.ts'
import type { FeeRule } from '#modules/margin/model/rates.ts'
import { sumOf } from '#modules/tax/model/rates.ts'
import { expectedTax, NEW_YEAR, type AccountKind, type DayResult } from '#modules/tax/model/year.ts'
import { openFeeShare } from './lot.ts'

/** The fields of a lot's view that closing it asks for. */
type ClosedLot = {
  readonly code: string
  readonly side: Side
  readonly leverage: number
  readonly source: string
  readonly quantity: Quantity
  readonly openQuantity: Quantity
  readonly openPrice: PriceYen
  readonly openFee: Yen
  readonly accrued: Yen
  readonly marketPrice: PriceYen | null
}
/**
 * The year's settled results with what is withheld on them, those on their way, and what shares have cost, as
 * the tax module shows them.
 */
export type TaxStand = {
  readonly account: AccountKind
  readonly year: string
  readonly total: Yen
  readonly incomeTax: Yen
  readonly localTax: Yen
  readonly coming: readonly { readonly date: DateJst; readonly gain: Yen }[]
  readonly costs: readonly { readonly code: string; readonly unitCost: Yen }[]
}

/**
 * The outcome of closing everything now. `moveYen`: price differences; `resultYen`: what tax sees, after
 * fees and charges, shares against their average cost; `taxYen`: what would be withheld besides what is and
 * will be (below 0: given back).
 */
export type ClosedNow = {
  readonly moveYen: Yen
  readonly feeYen: Yen
  readonly chargesYen: Yen
  readonly resultYen: Yen
  readonly taxYen: Yen
  readonly afterTaxYen: Yen
}

/** Every lot by an order of its own at its market price; a lot without a price at its opening price. */
export function closedNow(
  lots: readonly ClosedLot[],
  rule: FeeRule,
  tax: TaxStand,
  settlementDate: DateJst,
): ClosedNow {
  let [moveYen, feeYen, chargesYen, resultYen] = [0, 0, 0, 0]
  for (const lot of lots) {
    const terms = { side: lot.side, leverageTenths: Math.round(lot.leverage * 10), source: lot.source }
    const openedYen = consideration(tenthsOf(lot.openPrice), lot.openQuantity)
    const worthYen = consideration(tenthsOf(lot.marketPrice ?? lot.openPrice), lot.openQuantity)
    const fee = feeOf(worthYen, feeRuleFor(terms, rule)).totalYen
    const difference = lot.side === 'up' ? worthYen - openedYen : openedYen - worthYen
    const openFee = openFeeShare(
      { openFeeYen: lot.openFee, quantity: lot.quantity, openQuantity: lot.openQuantity },
      lot.openQuantity,
    )
    const unitYen = isLeveraged(terms) ? undefined : tax.costs.find(({ code }) => code === lot.code)?.unitCost
    moveYen += difference
    feeYen += fee
    chargesYen += lot.accrued
    resultYen +=
      unitYen === undefined
        ? difference - fee - lot.accrued - openFee
        : worthYen - fee - unitYen * lot.openQuantity
  }
  const taxYen =
    taxOfDays(tax, [...tax.coming.map(dayOf), { settlementDate, gainYen: resultYen }]) -
    taxOfDays(tax, tax.coming.map(dayOf))
  return {
    moveYen,
    feeYen,
    chargesYen,
    resultYen,
    taxYen,
    afterTaxYen: moveYen - feeYen - chargesYen - taxYen,
  }
}

const dayOf = ({ date, gain }: TaxStand['coming'][number]): DayResult => ({
  settlementDate: date,
  gainYen: gain,
})

/** The tax that these results take in all, one entry a settlement day, by the rules that withhold. */
function taxOfDays(
  { account, year, total, incomeTax, localTax }: TaxStand,
  results: readonly DayResult[],
): Yen {
  const days = [...Map.groupBy(results, ({ settlementDate }) => settlementDate)]
    .map(([settlementDate, own]) => ({
      settlementDate,
      gainYen: own.reduce((sum, { gainYen }) => sum + gainYen, 0),
    }))
    .toSorted((a, b) => (a.settlementDate < b.settlementDate ? -1 : 1))
  const running = { totalYen: total, withheld: { incomeYen: incomeTax, localYen: localTax } }
  return expectedTax(account, (name) => (name === year ? running : NEW_YEAR), days).reduce(
    (sum, { change }) => sum + sumOf(change),
    0,
  )
}
