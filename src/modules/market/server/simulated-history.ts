import type { PriceTenths } from '#kernel/price.ts'
import { daysBetween, MINUTE, type DateJst, type Ms } from '#kernel/time.ts'
import { leastRecent } from '#platform/least-recent.ts'
import type { Calendar } from '#modules/instruments/model/calendar.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import { tradeDateAt, type Schedule } from '#modules/instruments/model/schedule.ts'
import type { InstrumentsPublic } from '#modules/instruments/server/public.ts'
import type { IssueStart } from '#modules/venue/model/day-plan.ts'
import { makeHistory } from '../model/history.ts'
import { WORLD_BEGINS, type DayParameters, type World } from '../model/history-world.ts'
import { tradeDateOfTime, wholeOf, type DayBar, type SourcedBar } from '../model/interval.ts'
import type { PastBars } from './past.ts'

const MINUTE_DAYS = 30
const SERIES_CACHED = 300
/** More than there are issues. */
const MINUTE_DAYS_CACHED = 300

export type SimulatedHistory = {
  past: PastBars
  /** The liveliness that the model expects of an issue's day. */
  dayParameters(instrument: Instrument, tradeDate: DateJst): DayParameters
  /** The level that the model's own path takes from one by the close of this date, splits left out. */
  levelOn(instrument: Instrument, date: DateJst): number
  /**
   * The state in which the model leaves an issue at this market time, where the exchange begins for the first
   * time.
   */
  firstStart(instrument: Instrument, tradeDate: DateJst, at: Ms): IssueStart
}

export type HistoryDeps = {
  /** The simulated market's own: the same seed, the same past. */
  seed: string
  world: World
  instruments: InstrumentsPublic
  calendar: Calendar
  schedule: Schedule
  now: () => Ms
}

/** The past of the simulated market: computed when asked, kept for a while. */
export function openSimulatedHistory({
  seed,
  world,
  instruments,
  calendar,
  schedule,
  now,
}: HistoryDeps): SimulatedHistory {
  const date = () => tradeDateAt(schedule, calendar, now())
  const lastDate = date()
  const history = makeHistory(
    seed,
    instruments.all(),
    calendar,
    schedule,
    lastDate,
    daysBetween(WORLD_BEGINS, lastDate),
    world,
  )
  const series = leastRecent<string, readonly DayBar[]>(SERIES_CACHED)

  function all(code: string): readonly DayBar[] {
    const known = series.get(code)
    if (known) return known
    const days: DayBar[] = history
      .daily(code)
      .map((bar) =>
        Object.assign({ tradeDate: tradeDateOfTime(schedule, bar.at), source: 'model' as const }, bar),
      )
    series.set(code, days)
    return days
  }
  /** The exchange asks for those of its first day, the charts for the same once more. */
  const minuteDays = leastRecent<string, SourcedBar[]>(MINUTE_DAYS_CACHED)
  function minutes(code: string, day: DateJst): SourcedBar[] {
    const key = `${code} ${day}`
    const bars =
      minuteDays.get(key) ??
      history.minute(code, day).map((bar) => Object.assign({ source: 'model' as const }, bar))
    minuteDays.set(key, bars)
    return bars
  }

  return {
    past: {
      firstDate: WORLD_BEGINS,
      firstMinuteDate: () => calendar.previous(date(), MINUTE_DAYS),
      days: (code, from, to) => all(code).filter((day) => day.tradeDate >= from && day.tradeDate <= to),
      minutes,
      // An issue that joins later is in no index: indices hold the issues of the first day.
      firstPrice: (code) => {
        const instrument = instruments.get(code)
        return instrument === null || instrument.listed !== undefined ? null : instrument.openingPriceTenths
      },
      holdsEveryDay: false,
    },
    dayParameters: (instrument, tradeDate) => world.day(instrument, tradeDate),
    levelOn(instrument, date) {
      let log = 0
      world.walk(
        instrument,
        date,
        ({ overnightReturn, intradayReturn }) => void (log += overnightReturn + intradayReturn),
      )
      return Math.exp(log)
    },
    firstStart(instrument, tradeDate, at) {
      const { code } = instrument
      const close: PriceTenths =
        history.closeOf(code, calendar.previous(tradeDate)) ?? instrument.openingPriceTenths
      const sofar = minutes(code, tradeDate).filter((bar) => bar.at + MINUTE <= at)
      return { previousCloseTenths: close, baseTenths: close, ...takenUp(sofar) }
    },
  }
}

/** The state of an issue that the exchange takes up in the middle of its first day. */
function takenUp(bars: readonly SourcedBar[]): Pick<IssueStart, 'fairTenths' | 'soFar'> {
  const whole = wholeOf(bars, bars[0]?.at ?? 0)
  if (whole === null) return { fairTenths: null, soFar: null }
  const { openTenths, highTenths, lowTenths, closeTenths: lastTenths, volume } = whole
  const turnoverYen = bars.reduce((sum, bar) => sum + Math.round((bar.closeTenths * bar.volume) / 10), 0)
  return {
    fairTenths: lastTenths,
    soFar: { openTenths, highTenths, lowTenths, lastTenths, volume, turnoverYen, trades: bars.length },
  }
}
