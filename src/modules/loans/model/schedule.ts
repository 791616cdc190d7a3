import { PPM, type PartsPerMillion, type Yen } from '#kernel/money.ts'
import { daysBetween, type DateJst, type Days } from '#kernel/time.ts'
import { interestOf, interestOn, nextChargeDay, type Debt } from './interest.ts'

export type Charge = { readonly day: DateJst; readonly days: Days; readonly interestYen: Yen }

/** The charges on the first days of the coming months, as long as nothing is repaid. */
export function coming(debt: Debt, today: DateJst, count: number): Charge[] {
  const charges: Charge[] = []
  let from = debt.since
  let day = nextChargeDay(today < debt.since ? debt.since : today)
  for (let n = 0; n < count; n++) {
    const days = daysBetween(from, day)
    charges.push({
      day,
      days,
      interestYen: n === 0 ? interestOn(debt, day) : interestOf(debt.principalYen, debt.ratePpm, days),
    })
    from = day
    day = nextChargeDay(day)
  }
  return charges
}

export type Plan = {
  readonly months: number
  readonly monthlyYen: Yen
  readonly lastYen: Yen
  readonly interestYen: Yen
}

const MONTHS_OF_YEAR = 12n

/**
 * Level payments (元利均等): A = ⌊P·r ÷ (1 − (1+r)^−n)⌋ with r = a year's rate ÷ 12, the last one takes the
 * remainder (facts: margin and tax, section 7). In whole numbers: (1+r)^n as a fraction. An example for the
 * member's own plan; what is charged goes by days.
 */
export function levelPlan(principalYen: Yen, ratePpm: PartsPerMillion, months: number): Plan {
  const unit = MONTHS_OF_YEAR * BigInt(PPM)
  const rate = BigInt(ratePpm)
  const grown = (unit + rate) ** BigInt(months)
  const plain = unit ** BigInt(months)
  const monthlyYen = Number((BigInt(principalYen) * rate * grown) / (unit * (grown - plain)))
  let left = principalYen
  let interestYen = 0
  for (let n = 1; n < months; n++) {
    const interest = Number((BigInt(left) * rate) / unit)
    interestYen += interest
    left -= monthlyYen - interest
  }
  const last = Number((BigInt(left) * rate) / unit)
  return { months, monthlyYen, lastYen: left + last, interestYen: interestYen + last }
}
