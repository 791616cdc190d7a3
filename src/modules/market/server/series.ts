import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PriceTenths } from '#kernel/price.ts'
import { MINUTE, type DateJst, type Ms } from '#kernel/time.ts'
import { leastRecent } from '#platform/least-recent.ts'
import type { Calendar } from '#modules/instruments/model/calendar.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import { openingAt, type Schedule } from '#modules/instruments/model/schedule.ts'
import type { Gap } from '../model/gap.ts'
import { wholeOf, type DayBar, type SourcedBar } from '../model/interval.ts'
import { computedPart, type ComputedPart } from '../model/whole-day.ts'
import { between, type Around, type Gaps } from './gaps.ts'
import { rebased } from '../model/rebased.ts'
import type { PastBars } from './past.ts'
import { readMinutes, recordedDays, type DayRow, type Records } from './queries.ts'

/**
 * The bars of an issue, from the right source for each day: history, recorded, switched off, live. They are
 * in shares of now, unless it is said otherwise.
 */
export type Series = {
  /** Minute bars of the trade date that is on, from memory. */
  today(instrument: Instrument): readonly SourcedBar[]
  /** The part of that date for which the exchange was off; null where it has none. Replays have none. */
  computedToday(instrument: Instrument): ComputedPart | null
  minutes(instrument: Instrument, date: DateJst): Promise<readonly SourcedBar[]>
  /** Whole days before the one that is on. */
  days(instrument: Instrument): Promise<readonly DayBar[]>
  /** The same as they traded: each in the shares of its own day. */
  daysThen(instrument: Instrument): Promise<readonly DayBar[]>
  /**
   * Writes the days whole that began before this time, while their minutes are still there; they stand from
   * then on.
   */
  settle(instruments: readonly Instrument[], before: Ms): Promise<void>
}

export type SeriesDeps = {
  schedule: Schedule
  calendar: Calendar
  records: Records
  past: PastBars
  gaps: Gaps
  now: () => Ms
  /** The trade date that is on. */
  date: () => DateJst
  /** Minute bars of that date, from its trades. */
  traded: (code: string, date: DateJst) => readonly SourcedBar[]
  priceNow: (code: string) => PriceTenths | null
  /** The number of shares of now that one share of this day's close has become, by splits since. */
  sharesSince: (code: string, day: DateJst) => number
}

const MINUTE_DAYS_CACHED = 400
/**
 * More than there are issues: who reads the days of all of them, one after another, must find them all the
 * next time.
 */
const DAY_SERIES_CACHED = 500

/**
 * Whole days as they were read on a day, and from which of them on they may still change: a gap's prices may
 * be on their way.
 */
type KnownDays = { on: DateJst; days: readonly DayBar[]; changesFrom: DateJst | null }

export function openSeries(deps: SeriesDeps): Series {
  const { past, gaps, date, calendar, records, sharesSince } = deps
  const minuteDays = leastRecent<string, readonly SourcedBar[]>(MINUTE_DAYS_CACHED)
  const daySeries = leastRecent<string, KnownDays>(DAY_SERIES_CACHED)
  const recorded = recordedDays(records)
  const { today, computedToday } = todaySeries(deps, pastMinutes)

  function pastMinutes(code: string, day: DateJst): readonly SourcedBar[] {
    const key = `${code} ${day}`
    const bars = minuteDays.get(key) ?? past.minutes(code, day)
    minuteDays.set(key, bars)
    return bars
  }

  /** Minute bars as they were traded. */
  async function minutesThen(instrument: Instrument, day: DateJst): Promise<readonly SourcedBar[]> {
    const { code } = instrument
    if (day === date()) return today(instrument)
    if (!isOwn(gaps, day)) return pastMinutes(code, day)
    const known = minuteDays.get(`${code} ${day}`)
    if (known) return known
    const traded = gaps.isOffAllDay(day) ? [] : await readMinutes(records, day, code)
    const around = new Map<Gap, Around>()
    for (const gap of gaps.of(day)) around.set(gap, await gaps.around(gap, code))
    const bars = gaps.fill(instrument, day, traded, (gap) => around.get(gap)!)
    if (isBefore(day, gaps.changesFrom(code))) minuteDays.set(`${code} ${day}`, bars)
    return bars
  }

  async function daysThen(instrument: Instrument): Promise<readonly DayBar[]> {
    const { code } = instrument
    const on = date()
    const known = daySeries.get(code)
    if (known?.on === on && known.changesFrom === null) return known.days
    const changesFrom = gaps.changesFrom(code)
    const own = gaps.firstOwnDate() ?? on
    // Before this exchange's first own day opens, the day that is on is history as well.
    const historyEnd = own > on ? on : calendar.previous(own)
    const whole = [...past.days(code, past.firstDate, historyEnd)]
    if (own < on) {
      // The days before the last one that was over when they were read are written, and stay.
      const settledTo = known === undefined ? own : calendar.previous(known.on)
      const settled = new Map(
        (known?.days ?? [])
          .filter(
            ({ tradeDate }) =>
              tradeDate >= own && tradeDate < settledTo && isBefore(tradeDate, known!.changesFrom),
          )
          .map((day) => [day.tradeDate, day]),
      )
      const stored = new Map((await recorded.before(code, on)).map((day) => [day.bar.tradeDate, day]))
      for (let day = own; day < on; day = calendar.next(day)) {
        const stands = settled.get(day)
        if (stands !== undefined) {
          whole.push(stands)
          continue
        }
        // A day with a gap is what its minutes are together, those traded and those of the time that it was
        // off: a millisecond's work for each, and a server that was off for a year has a year of them. Others
        // work in between.
        const found = stored.get(day)
        const isWhole = found !== undefined && (found.isWhole || gaps.of(day).length === 0)
        const bar = isWhole ? found.bar : await reckoned(instrument, day, found?.bar)
        if (bar) whole.push(bar)
        if (!isWhole) await nextTurn()
      }
    }
    daySeries.set(code, { on, days: whole, changesFrom })
    return whole
  }

  /** A day with a gap, of its minutes; where they are forgotten, as it is stored. */
  async function reckoned(
    instrument: Instrument,
    day: DateJst,
    stored: DayBar | undefined,
  ): Promise<DayBar | null> {
    const minutes = await minutesThen(instrument, day)
    const isForgotten =
      stored !== undefined && stored.volume > 0 && !minutes.some(({ source }) => source === 'traded')
    return (isForgotten ? null : dayOf(deps.schedule, day, minutes)) ?? stored ?? null
  }

  async function settleDays(instruments: readonly Instrument[], before: Ms): Promise<void> {
    const days: DateJst[] = []
    for (
      let day = gaps.firstOwnDate() ?? date();
      day < date() && openingAt(deps.schedule, day) < before;
      day = calendar.next(day)
    )
      if (gaps.of(day).length > 0) days.push(day)
    if (days.length === 0) return
    const whole: DayRow[] = []
    for (const instrument of instruments) {
      const { code } = instrument
      const stored = new Map((await recorded.before(code, date())).map((day) => [day.bar.tradeDate, day]))
      for (const day of days) {
        const found = stored.get(day)
        // Of a day that it was off from beginning to end, between prices that are kept, nothing is ever
        // forgotten.
        const stands = found?.isWhole ?? (gaps.isOffAllDay(day) && isBefore(day, gaps.changesFrom(code)))
        const bar = stands ? null : await reckoned(instrument, day, found?.bar)
        if (bar !== null) whole.push({ ...bar, code })
      }
      await nextTurn()
    }
    await recorded.writeWhole(whole)
  }

  return {
    today,
    computedToday,
    settle: settleDays,
    daysThen,
    async minutes(instrument, day) {
      const shares = sharesSince(instrument.code, day)
      const bars = await minutesThen(instrument, day)
      return shares === 1 ? bars : bars.map((bar) => rebased(bar, shares))
    },
    async days(instrument) {
      const { code } = instrument
      const bars = await daysThen(instrument)
      return bars[0] === undefined || sharesSince(code, bars[0].tradeDate) === 1
        ? bars
        : bars.map((bar) => rebased(bar, sharesSince(code, bar.tradeDate)))
    },
  }
}

/** No gap that is still without an end touches this day: what is computed of it stays. */
const isBefore = (day: DateJst, changesFrom: DateJst | null) => changesFrom === null || day < changesFrom
const isOwn = (gaps: Gaps, day: DateJst) => day >= (gaps.firstOwnDate() ?? '9999')

/** A day's bar of its minutes, for a day on which the exchange was off from beginning to end. */
function dayOf(schedule: Schedule, day: DateJst, minutes: readonly SourcedBar[]): DayBar | null {
  const bar = wholeOf(minutes, openingAt(schedule, day))
  return bar && { ...bar, tradeDate: day }
}

/** The day that is on up to the end of its last gap: its bars, and what of them is computed. */
type Head = {
  readonly key: string
  readonly since: Ms
  readonly bars: readonly SourcedBar[]
  readonly part: ComputedPart | null
}

/** Bars from before the end of the day's last gap are computed once: they change no more. */
function todaySeries(
  { gaps, past, date, now, schedule, traded, priceNow }: SeriesDeps,
  pastMinutes: (code: string, day: DateJst) => readonly SourcedBar[],
): Pick<Series, 'today' | 'computedToday'> {
  const heads = new Map<string, Head>()

  /** undefined: the day has no gap so far. */
  function headOf(instrument: Instrument, day: DateJst, bars: readonly SourcedBar[]): Head | undefined {
    const { code } = instrument
    const gapsOfDay = gaps.of(day)
    const since = gapsOfDay.at(-1)?.to
    if (since === undefined) return undefined
    const newer = bars.findIndex((bar) => bar.at >= since)
    const settled = newer < 0 ? bars : bars.slice(0, newer + 1)
    const key = `${since} ${newer < 0 ? priceNow(code) : settled.at(-1)!.openTenths}`
    const known = heads.get(code)
    if (known?.key === key) return known
    const computed = gaps.computed(instrument, day, settled, (gap) => gaps.aroundNow(gap, code))
    const span = { from: Math.max(gapsOfDay[0]!.from, openingAt(schedule, day)), to: since }
    const head: Head = {
      key,
      since,
      bars: between(settled, computed).filter((bar) => bar.at < since),
      part: computedPart(computed, span, bars[0]?.at ?? null),
    }
    heads.set(code, head)
    return head
  }

  return {
    computedToday(instrument) {
      const day = date()
      if (past.holdsEveryDay || !isOwn(gaps, day)) return null
      return headOf(instrument, day, traded(instrument.code, day))?.part ?? null
    },
    today(instrument) {
      const { code } = instrument
      const day = date()
      if (past.holdsEveryDay) {
        // The path of the day up to the minute under way, which is its trades'.
        const minute = Math.floor(now() / MINUTE) * MINUTE
        return [
          ...pastMinutes(code, day).filter((bar) => bar.at < minute),
          ...traded(code, day).filter((bar) => bar.at >= minute),
        ]
      }
      if (!isOwn(gaps, day)) return pastMinutes(code, day)
      const bars = traded(code, day)
      const head = headOf(instrument, day, bars)
      if (head === undefined) return bars
      const newer = bars.findIndex((bar) => bar.at >= head.since)
      return newer < 0 ? head.bars : [...head.bars, ...bars.slice(newer)]
    },
  }
}
