import type { PriceTenths } from '#kernel/price.ts'
import { DAY, MINUTE, type DateJst, type Ms } from '#kernel/time.ts'
import type { Log } from '#platform/log.ts'
import { remembered, type Calendar } from '#modules/instruments/model/calendar.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import { closingAt, openingAt, type Schedule } from '#modules/instruments/model/schedule.ts'
import { gapBars, gapClose, minutesIn, type Gap, type GapDate } from '../model/gap.ts'
import type { OffGap } from '#modules/venue/server/public.ts'
import { joined, tradeDateOfTime, type SourcedBar } from '../model/interval.ts'
import { rebased } from '../model/rebased.ts'
import type { PastBars } from './past.ts'
import { pricesAround, writeGapPrices, type GapPrices, type Records } from './queries.ts'

/**
 * The prices that a gap lies between, where they are known: in the shares of its first day and of its last.
 */
export type Around = { before: PriceTenths | null; after: PriceTenths | null }
const UNKNOWN: Around = { before: null, after: null }

export type Gaps = {
  of(date: DateJst): readonly Gap[]
  /** The first trade date that this exchange lived itself; null while there is none, and in replay. */
  firstOwnDate(): DateJst | null
  /** A day's trades with the bars of its gaps between them. */
  fill(
    instrument: Instrument,
    date: DateJst,
    traded: readonly SourcedBar[],
    around: (gap: Gap) => Around,
  ): readonly SourcedBar[]
  /** The bars of a day's gaps alone, in order of time. */
  computed(
    instrument: Instrument,
    date: DateJst,
    traded: readonly SourcedBar[],
    around: (gap: Gap) => Around,
  ): readonly SourcedBar[]
  /** True if the exchange was off over the whole of this day: nothing of it was recorded. */
  isOffAllDay(date: DateJst): boolean
  /**
   * The first day whose bars may still change: a gap touches it whose ends are not kept yet, and the day of
   * its end is still on; null while there is none.
   */
  changesFrom(code: string): DateJst | null
  /** From memory for gaps of the newest day, from the database for others. */
  aroundNow(gap: Gap, code: string): Around
  around(gap: Gap, code: string): Promise<Around>
  /**
   * The exchange was off. The first gap is what its first day had behind it when it began: history, not a
   * hole.
   */
  add(gap: Gap, prices?: Map<string, GapPrices>): Promise<void>
  /**
   * The last price before the exchange's trade date in the gap over which it was off, when it stood at these
   * prices before and after; null when there is no such gap, or none with a day before that date. The prices
   * are kept, so that charts show the same path as the exchange went on from, and what was kept stays: an
   * exchange that only stood still has no gap of its own, and an older one's days are over.
   */
  closeWhileOff(instrument: Instrument, off: OffGap): PriceTenths | null
}

export type GapsDeps = {
  schedule: Schedule
  calendar: Calendar
  seed: string
  records: Records
  log: Log
  past: PastBars
  now: () => Ms
  codes: () => readonly string[]
  /** Price now, for a gap after which nothing was traded yet. */
  priceNow: (code: string) => PriceTenths | null
  /** The number of shares at `upTo` that one share of `after`'s close has become. */
  sharesSince: (code: string, after: DateJst, upTo: DateJst) => number
}

/** Gaps that a chart does not show. */
const SHORTEST_MS = 2 * MINUTE

/** Remembers when the exchange was off, and computes the bars of that time. */
export function keepGaps({
  schedule,
  calendar,
  seed,
  records,
  log,
  past,
  now,
  codes,
  priceNow,
  sharesSince,
}: GapsDeps): Gaps {
  const gaps: Gap[] = []
  const newest = new Map<Gap, Map<string, Around>>()
  const told = new Map<Gap, Map<string, GapPrices>>()
  let first: Gap | null = null
  let firstOwnDate: DateJst | null = null

  const dayOf = (at: Ms) => tradeDateOfTime(schedule, at)

  /** The trades next to a gap may lie days away, with a split between. */
  async function read(codes: readonly string[], gap: Gap): Promise<Map<string, Around>> {
    const [firstDay, lastDay] = [dayOf(gap.from), dayOf(gap.to)]
    const eve = firstOwnDate === null ? null : calendar.previous(firstOwnDate)
    const found = await pricesAround(records, codes, gap)
    return new Map(
      codes.map((code): [string, Around] => {
        const { before = null, after = null } = found.get(code) ?? {}
        const [day, tenths] =
          before !== null
            ? [dayOf(before.at), before.tenths]
            : eve !== null
              ? [eve, lastClose(past, code, eve)]
              : [firstDay, null]
        return [
          code,
          {
            before: tenths === null ? null : tenths / sharesSince(code, day, firstDay),
            // The first price of another day is not this gap's end: nobody had traded until its day was over.
            after: after === null || dayOf(after.at) > lastDay ? null : after.tenths,
          },
        ]
      }),
    )
  }

  /** Every issue asks for each day of a gap. */
  const dates = remembered(calendar, () => new Map<Gap, readonly GapDate[]>())
  function datesIn(gap: Gap): readonly GapDate[] {
    const found = dates().get(gap) ?? datesOf(gap, schedule, calendar)
    dates().set(gap, found)
    return found
  }
  const path = (gap: Gap, instrument: Instrument, [fromTenths, toTenths]: GapPrices) => ({
    instrument,
    schedule,
    seed,
    gap,
    dates: datesIn(gap),
    fromTenths,
    toTenths,
  })

  function barsOf(
    gap: Gap,
    instrument: Instrument,
    date: DateJst,
    traded: readonly SourcedBar[],
    prices: Around,
  ): readonly SourcedBar[] {
    const { code } = instrument
    if (gap === first) return past.minutes(code, date).filter((bar) => bar.at >= gap.from && bar.at < gap.to)
    // A path is in the shares of its end; its days are given out in their own.
    const [firstDay, lastDay] = [dayOf(gap.from), dayOf(gap.to)]
    const barsAt = (ends: GapPrices) => {
      const shares = sharesSince(code, date, lastDay)
      return gapBars(path(gap, instrument, ends), date).map((bar) => rebased(bar, 1 / shares))
    }
    const kept = told.get(gap)?.get(instrument.code)
    if (kept) return barsAt(kept)
    const before = traded.findLast((bar) => bar.at < gap.from)?.closeTenths ?? prices.before
    const priceIn = (day: DateJst) => (priceNow(code) ?? 0) * sharesSince(code, day, dayOf(now()))
    // An issue that came to the market later has no past: before its first price nothing is reckoned.
    const from = before ?? (instrument.listed === undefined ? priceIn(firstDay) : null)
    if (!from) return []
    const fromThen = from / sharesSince(code, firstDay, lastDay)
    // An issue that has traded nothing by the end of the gap's last day stood where it was.
    const soFar = lastDay < dayOf(now()) ? fromThen : priceIn(lastDay)
    const to = traded.find((bar) => bar.at >= gap.to)?.openTenths ?? prices.after ?? soFar
    return to === 0 ? [] : barsAt([Math.round(fromThen), Math.round(to)])
  }

  /** Every issue's on the same beat: together, one batch after another. */
  const unwritten = new Map<Gap, [code: string, GapPrices][]>()
  let writing: Promise<unknown> = Promise.resolve()
  function write(gap: Gap, code: string, prices: GapPrices): void {
    unwritten.set(gap, [...(unwritten.get(gap) ?? []), [code, prices]])
    writing = writing
      .then(() => {
        const all = unwritten.get(gap)
        unwritten.delete(gap)
        return all && writeGapPrices(records, gap, all)
      })
      .catch((error: unknown) => log.error({ err: error }, 'prices around a gap could not be written'))
  }

  const of = (date: DateJst) => {
    const [opening, closing] = [openingAt(schedule, date), closingAt(schedule, date)]
    return gaps.filter((gap) => gap.from <= closing && gap.to > opening)
  }

  const computed: Gaps['computed'] = (instrument, date, traded, around) =>
    of(date).flatMap((gap) => barsOf(gap, instrument, date, traded, around(gap)))

  /** Trades beside the gap make no difference. */
  const isKept = (gap: Gap, code: string) => gap === first || told.get(gap)?.has(code) === true

  return {
    of,
    isOffAllDay: (date) =>
      gaps.some(({ from, to }) => from <= openingAt(schedule, date) && to >= closingAt(schedule, date)),
    changesFrom(code) {
      const today = dayOf(now())
      const going = gaps.find((gap) => !isKept(gap, code) && dayOf(gap.to) >= today)
      return going === undefined ? null : dayOf(going.from)
    },
    closeWhileOff(instrument, { tradeDate, from, to, fromTenths, toTenths }) {
      const gap = gaps.findLast((each) => each.from < to && each.to > from)
      if (!gap || gap === first) return null
      const kept = told.get(gap)!.get(instrument.code)
      const going = path(gap, instrument, kept ?? [fromTenths, toTenths])
      const day = going.dates.findLast(({ date }) => date < tradeDate)
      const close = day === undefined ? undefined : gapClose(going, day.date)
      if (close === undefined) return null
      if (kept !== undefined) return close
      told.get(gap)!.set(instrument.code, [fromTenths, toTenths])
      write(gap, instrument.code, [fromTenths, toTenths])
      return close
    },
    firstOwnDate: () => firstOwnDate,
    computed,
    fill: (instrument, date, traded, around) => between(traded, computed(instrument, date, traded, around)),
    aroundNow: (gap, code) => newest.get(gap)?.get(code) ?? UNKNOWN,
    async around(gap, code) {
      if (isKept(gap, code)) return UNKNOWN
      return (await read([code], gap)).get(code)!
    },
    async add({ from, to }, prices = new Map()) {
      // A minute that was begun when trading went on belongs to what was traded.
      const gap = { from, to: Math.floor(to / MINUTE) * MINUTE }
      first ??= gap
      firstOwnDate ??= tradeDateOfTime(schedule, from)
      if (to - from < SHORTEST_MS) return
      gaps.push(gap)
      told.set(gap, prices)
      if (gap === first || to < now() - DAY) return
      newest.set(gap, await read(codes(), gap))
    },
  }
}

/** The last price of the history. */
const lastClose = (past: PastBars, code: string, day: DateJst): PriceTenths | null =>
  past.days(code, day, day).at(-1)?.closeTenths ?? null

/** The trade dates that a gap touches. */
function datesOf(gap: Gap, schedule: Schedule, calendar: Calendar): GapDate[] {
  const last = tradeDateOfTime(schedule, gap.to)
  const dates: GapDate[] = []
  for (let day = tradeDateOfTime(schedule, gap.from); day <= last; day = calendar.next(day)) {
    if (calendar.isTradingDay(day)) dates.push({ date: day, count: minutesIn(gap, schedule, day) })
  }
  return dates
}

/** Trades with the bars of gaps between them, in order of time; a minute that has both is one bar. */
export function between(traded: readonly SourcedBar[], fills: readonly SourcedBar[]): readonly SourcedBar[] {
  if (fills.length === 0) return traded
  if (traded.length === 0) return fills
  const byMinute = new Map(fills.map((bar) => [bar.at, bar]))
  for (const bar of traded) {
    const fill = byMinute.get(bar.at)
    byMinute.set(bar.at, fill ? joined(fill, bar) : bar)
  }
  return [...byMinute.values()].sort((a, b) => a.at - b.at)
}
