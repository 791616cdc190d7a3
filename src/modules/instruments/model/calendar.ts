import { addDays, daysBetween, weekday, type DateJst, type Days } from '#kernel/time.ts'
import { HOLIDAYS, HOLIDAYS_UNTIL } from './holidays.ts'

export type Calendar = {
  isTradingDay(date: DateJst): boolean
  /** The nth trading day after this date; the date itself does not count. */
  next(date: DateJst, n?: number): DateJst
  previous(date: DateJst, n?: number): DateJst
  /** The settlement day of a trade of this day: two business days later (T+2), or what was in force on it. */
  settlementDate(tradeDate: DateJst): DateJst
  /** The last date for which holidays are known, null when there are none to know. */
  readonly knownUntil: DateJst | null
  /** Grows whenever days to come have changed: whoever has reckoned ahead reckons anew. */
  readonly version: number
}

/** The last trading day of the week (Monday to Sunday) that a trade date lies in. */
export function weekEndOf(calendar: Calendar, tradeDate: DateJst): DateJst {
  const sunday = addDays(tradeDate, (7 - weekday(tradeDate)) % 7)
  return calendar.isTradingDay(sunday) ? sunday : calendar.previous(sunday)
}

/**
 * The changes that the firm has published beside a calendar: days that are closed (false) or open (true)
 * against it.
 */
export type ChangedDays = ReadonlyMap<DateJst, boolean>
export type ChangeableCalendar = Calendar & { change(days: ChangedDays): void }

/**
 * Business days from a trade to its settlement, by trade dates, oldest first (market rules 9). A change to
 * come is a further row.
 */
const SETTLEMENT_DAYS: readonly { readonly from: DateJst; readonly days: Days }[] = [
  { from: '0000-01-01', days: 3 },
  { from: '2019-07-16', days: 2 },
]
const settlementDays = (tradeDate: DateJst): number =>
  SETTLEMENT_DAYS.findLast(({ from }) => from <= tradeDate)!.days

/** Longer closures than this do not exist; a calendar without a trading day must not search for ever. */
const LONGEST_SEARCH_DAYS = 400

/** A calendar from its one question. */
export function calendarFrom(
  isTradingDay: (date: DateJst) => boolean,
  knownUntil: DateJst | null,
  longestSearchDays = LONGEST_SEARCH_DAYS,
): Calendar {
  const walk = (date: DateJst, n: number, direction: 1 | -1): DateJst => {
    let day = date
    let left = n
    for (let tried = 0; left > 0; tried++) {
      day = addDays(day, direction)
      if (isTradingDay(day)) left--
      if (tried > longestSearchDays * n) throw new RangeError(`no trading day near ${date}`)
    }
    return day
  }
  return {
    isTradingDay,
    next: (date, n = 1) => walk(date, n, 1),
    previous: (date, n = 1) => walk(date, n, -1),
    settlementDate: (tradeDate) => walk(tradeDate, settlementDays(tradeDate), 1),
    knownUntil,
    version: 0,
  }
}

/**
 * This calendar but for the days that are published against it, which are handed in whole: at the start, and
 * whenever they change (modules/schedules).
 */
export function changeable(base: Calendar): ChangeableCalendar {
  let changed: ChangedDays = new Map()
  let version = 0
  const calendar = calendarFrom((date) => changed.get(date) ?? base.isTradingDay(date), base.knownUntil)
  return {
    ...calendar,
    get version() {
      return version
    },
    change(days) {
      changed = days
      version++
    },
  }
}

/** The value of `make` for days to come, made anew when they have changed. */
export function remembered<T>(calendar: Pick<Calendar, 'version'>, make: () => T): () => T {
  let known: { version: number; made: T } | null = null
  return () => {
    if (known?.version !== calendar.version) known = { version: calendar.version, made: make() }
    return known.made
  }
}

/**
 * The exchange's trading days: no weekends, holidays, 31 December, 1–3 January. Holidays are data until
 * `knownUntil`; later ones are decreed, not computable (the equinoxes), so that beyond it only weekends and
 * the turn of the year are closed.
 */
export const tseCalendar: Calendar = calendarFrom((date) => {
  const day = weekday(date)
  if (day === 0 || day === 6) return false
  const monthDay = date.slice(5)
  if (monthDay === '12-31' || monthDay === '01-01' || monthDay === '01-02' || monthDay === '01-03')
    return false
  return !HOLIDAYS.has(date)
}, HOLIDAYS_UNTIL)

/**
 * The days of a replay's file (oldest first, at least one), and Tokyo's where it ends: deadlines and
 * settlements have a day to fall on. The file may leave out years.
 */
export function fileCalendar(dates: readonly DateJst[]): Calendar {
  const known = new Set(dates)
  const [first, last] = [dates[0]!, dates.at(-1)!]
  const longestGap = dates.reduce(
    (longest, date, index) =>
      index === 0 ? longest : Math.max(longest, daysBetween(dates[index - 1]!, date)),
    0,
  )
  return calendarFrom(
    (date) => known.has(date) || ((date < first || date > last) && tseCalendar.isTradingDay(date)),
    last,
    LONGEST_SEARCH_DAYS + longestGap,
  )
}

/** The always-open simulated market: every calendar day is a business day. */
export const everyDayCalendar: Calendar = calendarFrom(() => true, null)
