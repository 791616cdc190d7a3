import { mulDiv, type Yen } from '#kernel/money.ts'
import { daysBetween, type DateJst } from '#kernel/time.ts'

/**
 * A day of an account: its value at the end, and the money that came from outside and went there meanwhile.
 */
export type DayValue = {
  readonly date: DateJst
  readonly valueYen: Yen
  readonly inYen: Yen
  readonly outYen: Yen
}

/**
 * The growth of one yen since before the first day, after each day, by the true daily time-weighted return
 * (https://en.wikipedia.org/wiki/Time-weighted_return): each day by itself, and the days multiplied. Money in
 * counts from the beginning of its day, when it can be used; money out until the end. Null from the day on
 * which there is no rate: what stood at or below nothing has moved, or more was lost than was there.
 */
export function growthOf(openingYen: Yen, days: readonly DayValue[]): (number | null)[] {
  let before = openingYen
  let growth: number | null = 1
  return days.map(({ valueYen, inYen, outYen }) => {
    const [from, to] = [before + inYen, valueYen + outYen]
    before = valueYen
    if (growth !== null && !(from === 0 && to === 0))
      growth = from <= 0 || to < 0 ? null : growth * (to / from)
    return growth
  })
}

/**
 * The growth of one yen over the days by the money-weighted return
 * (https://en.wikipedia.org/wiki/Internal_rate_of_return): the one rate at which all money in and out comes to
 * the value at the end, to the day. Of the period, not of a year. Null: no rate does.
 */
export function moneyWeightedGrowth(openingYen: Yen, days: readonly DayValue[]): number | null {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return null
  const at = (date: DateJst) => daysBetween(first.date, date)
  return rateOfFlows(
    [
      { day: 0, yen: openingYen },
      ...days.flatMap(({ date, inYen, outYen }) => [
        { day: at(date), yen: inYen },
        { day: at(date) + 1, yen: 0 - outYen },
      ]),
    ],
    { day: at(last.date) + 1, yen: last.valueYen },
  )
}

/** Money into an account (+) or out of it (−) at a day's number. */
export type Flow = { readonly day: number; readonly yen: Yen }

/** Growth is looked for between these two. */
const [LEAST, MOST] = [1e-9, 1e9]
const HALVINGS = 200

/**
 * The growth over all days until the end at which these flows come to its value, by bisection of the
 * logarithm; null where the ends of the bracket stand on one side of it, or nothing flowed.
 */
export function rateOfFlows(flows: readonly Flow[], end: Flow): number | null {
  const moved = flows.filter(({ yen }) => yen !== 0)
  const begin = Math.min(...moved.map(({ day }) => day))
  if (moved.length === 0 || begin >= end.day) return null
  const short = (log: number) =>
    moved.reduce(
      (sum, { day, yen }) => sum + yen * Math.exp((log * (end.day - day)) / (end.day - begin)),
      0,
    ) - end.yen
  let [low, high] = [Math.log(LEAST), Math.log(MOST)]
  const sign = Math.sign(short(low))
  if (sign === Math.sign(short(high))) return null
  for (let n = 0; n < HALVINGS; n++) {
    const middle = (low + high) / 2
    if (Math.sign(short(middle)) === sign) low = middle
    else high = middle
  }
  return Math.exp((low + high) / 2)
}

/** The growth of one yen in an index over days, from its close before the first; null: that is not known. */
export function indexGrowth(
  closes: readonly { readonly date: DateJst; readonly value: number }[],
  dates: readonly DateJst[],
): (number | null)[] {
  const first = dates[0]
  const base = first === undefined ? undefined : closes.findLast(({ date }) => date < first)
  return dates.map((day) => {
    const close = closes.findLast(({ date }) => date <= day)
    return base === undefined || close === undefined ? null : close.value / base.value
  })
}

/** A fall from the highest growth to the lowest one after it, as parts of the highest; `to` null: none. */
export type Drawdown = {
  readonly part: number
  readonly from: DateJst | null
  readonly to: DateJst | null
  /** The fall in which the last day stands. */
  readonly nowPart: number
}

/** The deepest fall of a curve. The beginning, before the first day, counts as 1; `from` null means it. */
export function drawdownOf(curve: readonly { readonly date: DateJst; readonly growth: number }[]): Drawdown {
  let top: { date: DateJst | null; growth: number } = { date: null, growth: 1 }
  let deepest: Omit<Drawdown, 'nowPart'> = { part: 0, from: null, to: null }
  let nowPart = 0
  for (const { date, growth } of curve) {
    if (growth >= top.growth) top = { date, growth }
    nowPart = top.growth === 0 ? 0 : 1 - growth / top.growth
    if (nowPart > deepest.part) deepest = { part: nowPart, from: top.date, to: date }
  }
  return { ...deepest, nowPart }
}

/** Growth as a gain in whole basis points, to the nearest. */
export const gainBp = (growth: number): number => Math.round((growth - 1) * 10_000)

/** The result of a period: the change of the value that no money from outside explains. */
export const gainOf = (openingYen: Yen, days: readonly DayValue[]): Yen =>
  days.reduce(
    (sum, { inYen, outYen }) => sum - inYen + outYen,
    (days.at(-1)?.valueYen ?? openingYen) - openingYen,
  )

/** Parts of a whole in basis points that add up to 10,000: the largest remainders are rounded up. */
export function sharesBp(parts: readonly number[]): number[] {
  const whole = parts.reduce((sum, part) => sum + part, 0)
  if (whole === 0) return parts.map(() => 0)
  const floored = parts.map((part) => mulDiv([part, 10_000], whole, 'floor'))
  const rest = parts
    .map((part, n) => ({ n, rest: part * 10_000 - floored[n]! * whole }))
    .toSorted((a, b) => b.rest - a.rest || a.n - b.n)
  const left = 10_000 - floored.reduce((sum, bp) => sum + bp, 0)
  const raised = new Set(rest.slice(0, left).map(({ n }) => n))
  return floored.map((bp, n) => bp + (raised.has(n) ? 1 : 0))
}
