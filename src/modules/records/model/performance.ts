import { assert } from '#kernel/assert.ts'
import type { Yen } from '#kernel/money.ts'
import { addDays, addMonths, type DateJst, type Month } from '#kernel/time.ts'
import { ENTRY_GROUPS, type EntryGroup } from '#modules/ledger/model/groups.ts'
import { OWN_ACCOUNTS } from '#modules/ledger/model/accounts.ts'
import { gainOf, type DayValue } from '#modules/portfolio/model/returns.ts'
import { groupOf, type TransferKind } from '#registry/transfer-kinds.ts'
import type { Sum } from './balances.ts'
import type { PerformanceSpan } from './period.ts'

/** The first day of a span that ends on this one. */
export function spanStart(span: PerformanceSpan, last: DateJst): DateJst {
  switch (span) {
    case 'month':
      return addDays(last, -30)
    case 'quarter':
      return addDays(last, -91)
    case 'year':
      return `${last.slice(0, 4)}-01-01`
    case 'twelve':
      return addDays(last, -365)
  }
}

/** Names of the newest months, the oldest first: 2026-11. */
export const monthsUntil = (last: DateJst, count: number): Month[] =>
  Array.from({ length: count }, (_, n) => addMonths(last.slice(0, 7), n + 1 - count))

/** The day under which a booking counts: the first of these that has come by its date, or the last. */
export const dayOf = (days: readonly DateJst[], date: DateJst): DateJst =>
  days.find((day) => day >= date) ?? days.at(-1)!

/**
 * Accounts whose money the value counts: the member's own, and what the firm lent as a shortfall. Pools and
 * loans stand outside: money there and back is money in and out.
 */
const COUNTED: ReadonlySet<string> = new Set([...OWN_ACCOUNTS, 'shortfall'])
const OUTSIDE: readonly EntryGroup[] = ['cash', 'copy', 'pools', 'loans']
const isOutside = (group: EntryGroup): boolean => OUTSIDE.includes(group)
const wordOf = (accountId: string): string => accountId.slice(accountId.lastIndexOf(':') + 1)

/** The effect of transfers on the counted money. */
export const effectOf = ({ debit, credit, yen }: Pick<Sum, 'debit' | 'credit' | 'yen'>): Yen =>
  yen * (Number(COUNTED.has(wordOf(credit))) - Number(COUNTED.has(wordOf(debit))))

/** Money from outside and to it among these transfers: what the groups bring in all, each by itself. */
export function flowsOf(sums: readonly Sum[]): { inYen: Yen; outYen: Yen } {
  let [inYen, outYen] = [0, 0]
  for (const sum of sums) {
    if (!isOutside(groupOf(sum.kind))) continue
    const yen = effectOf(sum)
    if (yen > 0) inYen += yen
    else outYen -= yen
  }
  return { inYen, outYen }
}

/** Floating results by issue, net of charges. */
export type Floating = ReadonlyMap<string, Yen>
export type Contributions = {
  /** Of each issue: what its entries brought, and how its floating result changed. */
  readonly issues: ReadonlyMap<string, Yen>
  /** Entries without an issue, by group. */
  readonly rest: readonly { readonly group: EntryGroup; readonly yen: Yen }[]
}

/** The gain of a period by what brought it. */
export function contributionsOf(
  sums: readonly (Sum & { readonly code: string | null })[],
  before: Floating,
  after: Floating,
): Contributions {
  const issues = new Map<string, Yen>()
  const rest = new Map<EntryGroup, Yen>()
  const add = <Key>(to: Map<Key, Yen>, key: Key, yen: Yen) => to.set(key, (to.get(key) ?? 0) + yen)
  for (const [code, yen] of before) add(issues, code, 0 - yen)
  for (const [code, yen] of after) add(issues, code, yen)
  for (const sum of sums) {
    const group = groupOf(sum.kind)
    const yen = effectOf(sum)
    if (yen === 0 || isOutside(group)) continue
    if (sum.code === null) add(rest, group, yen)
    else add(issues, sum.code, yen)
  }
  return {
    issues,
    rest: ENTRY_GROUPS.flatMap((group) => {
      const yen = rest.get(group) ?? 0
      return yen === 0 ? [] : [{ group, yen }]
    }),
  }
}

/** Asserts that what brought the gain adds up to it, to the yen; the gain. */
export function explainedGain(openingYen: Yen, days: readonly DayValue[], by: Contributions): Yen {
  const gain = gainOf(openingYen, days)
  const explained =
    [...by.issues.values()].reduce((sum, yen) => sum + yen, 0) +
    by.rest.reduce((sum, { yen }) => sum + yen, 0)
  assert(gain === explained, `a gain of ${gain} is explained by ${explained}`)
  return gain
}

/** Tax that is withheld or paid back when sales settle. */
const SALES_TAX: readonly TransferKind[] = [
  'income-tax-withheld',
  'local-tax-withheld',
  'income-tax-refund',
  'local-tax-refund',
]

/**
 * Realized results of a month, as the account summary counts those of its year: realized = trades + tax.
 * `trades`: of what was closed, as tax has it: shares paid in full against their average cost; `tax`: what
 * settlements of the month withheld on sales; `dividends`: paid beside it, before tax.
 */
export type MonthResult = {
  readonly month: Month
  readonly trades: Yen
  readonly tax: Yen
  readonly realized: Yen
  readonly dividends: Yen
}

/** Months with what they realized. `realized`: results of tax by trade date. */
export const monthResults = (
  months: readonly Month[],
  sums: readonly (Sum & { readonly tradeDate: DateJst })[],
  realized: readonly { readonly date: DateJst; readonly yen: Yen }[],
): MonthResult[] =>
  months.map((month) => {
    const own = sums.filter(({ tradeDate }) => tradeDate.startsWith(month))
    const of = (counts: (kind: TransferKind) => boolean) =>
      own.reduce((total, sum) => (counts(sum.kind) ? total + effectOf(sum) : total), 0)
    const trades = realized.reduce((sum, { date, yen }) => (date.startsWith(month) ? sum + yen : sum), 0)
    const tax = of((kind) => SALES_TAX.includes(kind))
    return { month, trades, tax, realized: trades + tax, dividends: of((kind) => kind === 'dividend') }
  })
