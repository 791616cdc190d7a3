import type { Yen } from '#kernel/money.ts'
import type { DateJst } from '#kernel/time.ts'
import { isLeveraged, type Side } from '#modules/margin/model/charges.ts'
import { sumOf, taxOn } from '#modules/tax/model/rates.ts'

/** A dividend of one lot that is still ahead. */
type Ahead = {
  readonly code: string
  readonly exDate: DateJst
  readonly payDate: DateJst
  readonly amount: Yen
  readonly side: Side
  readonly leverage: number
}

/**
 * The tax of each: what its lot adds to the tax on the payment of the issue, which is floored once over all
 * lots (facts: margin and tax, section 5); from the adjustment of a leveraged lot nothing is withheld.
 */
export function withTax<T extends Ahead>(dividends: readonly T[]): (T & { tax: Yen })[] {
  const before = new Map<string, Yen>()
  return dividends.map((dividend) => {
    const { code, exDate, payDate, amount, side, leverage } = dividend
    if (isLeveraged({ side, leverageTenths: leverage * 10 })) return { ...dividend, tax: 0 }
    const key = `${code} ${exDate}`
    const from = before.get(key) ?? 0
    before.set(key, from + amount)
    return { ...dividend, tax: sumOf(taxOn(from + amount, payDate)) - sumOf(taxOn(from, payDate)) }
  })
}
