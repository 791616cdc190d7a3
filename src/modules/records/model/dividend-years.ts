import type { Yen } from '#kernel/money.ts'
import { groupSums, type Sum } from './balances.ts'

/**
 * The totals of a year's dividends. `dividends`: with the adjustments of leveraged lots, below 0 where shorts
 * owed more; `tax`: withheld on dividends, above 0; `refunded`: given back of it at the year's end.
 */
export type DividendYear = {
  readonly year: number
  readonly dividends: Yen
  readonly tax: Yen
  readonly refunded: Yen
  readonly net: Yen
}

/** The years that had some, newest first. `sums`: of the kinds of dividends and of the tax on them alone. */
export function dividendYears(
  sums: readonly (Sum & { readonly year: number })[],
  refundedIn: (year: number) => Yen,
): DividendYear[] {
  const years = [...new Set(sums.map(({ year }) => year))].toSorted((a, b) => b - a)
  return years.map((year) => {
    const groups = groupSums(sums.filter((sum) => sum.year === year))
    const of = (name: 'dividends' | 'tax') => groups.find(({ group }) => group === name)!.yen
    const refunded = refundedIn(year)
    const net = of('dividends') + of('tax') + refunded
    return { year, dividends: of('dividends'), tax: 0 - of('tax'), refunded, net }
  })
}
