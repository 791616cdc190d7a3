import type { Yen } from '#kernel/money.ts'
import type { DateJst } from '#kernel/time.ts'
import { NO_TAX, sumOf, taxOn, type Tax } from './rates.ts'

/**
 * The way the tax of a member's results is paid: withheld by the firm (特定口座 源泉徴収あり), or declared by the
 * member (源泉徴収なし).
 */
export const ACCOUNT_KINDS = ['withholding', 'plain'] as const
export type AccountKind = (typeof ACCOUNT_KINDS)[number]

/** A calendar year of settled results: their sum, and the tax on it that is withheld now. */
export type RunningYear = { readonly totalYen: Yen; readonly withheld: Tax }
export const NEW_YEAR: RunningYear = { totalYen: 0, withheld: NO_TAX }

export const yearOf = (settlementDate: DateJst): string => settlementDate.slice(0, 4)

/** A year after the results of a settlement day, and what that day withholds (+) or gives back (−). */
export type AfterDay = { readonly year: RunningYear; readonly change: Tax }

/**
 * Adds a settlement day's results. What is withheld is always the tax on the running total, or nothing on a
 * loss: a rise withholds, a fall gives back, never more than the year has withheld
 * (facts: margin and tax, section 6).
 */
export function addDay(
  kind: AccountKind,
  year: RunningYear,
  settlementDate: DateJst,
  gainYen: Yen,
): AfterDay {
  const totalYen = year.totalYen + gainYen
  const withheld = kind === 'withholding' ? taxOn(totalYen, settlementDate) : NO_TAX
  return { year: { totalYen, withheld }, change: minus(withheld, year.withheld) }
}

const minus = (a: Tax, b: Tax): Tax => ({
  incomeYen: a.incomeYen - b.incomeYen,
  localYen: a.localYen - b.localYen,
})

/** A day's results on their way to settlement. */
export type DayResult = { readonly settlementDate: DateJst; readonly gainYen: Yen }
/** The tax that the day will withhold (+) or give back (−), as the results stand now. */
export type ExpectedDay = DayResult & { readonly change: Tax }

/** The tax of each coming settlement day, in their order; `days` ascending, one entry a day. */
export function expectedTax(
  kind: AccountKind,
  runningOf: (year: string) => RunningYear,
  days: readonly DayResult[],
): ExpectedDay[] {
  const running = new Map<string, RunningYear>()
  return days.map((day) => {
    const name = yearOf(day.settlementDate)
    const { year, change } = addDay(
      kind,
      running.get(name) ?? runningOf(name),
      day.settlementDate,
      day.gainYen,
    )
    running.set(name, year)
    return { ...day, change }
  })
}

/**
 * The most that the coming days will have taken at any time: what is given back later pays nothing before.
 */
export function taxDue(days: readonly ExpectedDay[]): Yen {
  let takenYen = 0
  let mostYen = 0
  for (const { change } of days) {
    takenYen += sumOf(change)
    mostYen = Math.max(mostYen, takenYen)
  }
  return mostYen
}

/**
 * At the end of a year a loss that is left is set off against the year's dividends: the tax on them that
 * comes back. No loss is carried into the next year (facts: margin and tax, section 6; that takes a tax
 * return).
 */
export function yearEndRefund(
  kind: AccountKind,
  year: string,
  totalYen: Yen,
  dividendsYen: Yen,
  withheldOnDividends: Tax,
): Tax {
  if (kind === 'plain' || totalYen >= 0) return NO_TAX
  const owed = taxOn(dividendsYen + totalYen, `${year}-12-31`)
  // Each dividend was floored by itself: the whole may owe a yen more than its parts, which nobody collects.
  return {
    incomeYen: Math.max(withheldOnDividends.incomeYen - owed.incomeYen, 0),
    localYen: Math.max(withheldOnDividends.localYen - owed.localYen, 0),
  }
}
