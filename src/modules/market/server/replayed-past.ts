import { openingAt, schedules } from '#modules/instruments/model/schedule.ts'
import type { DateJst } from '#kernel/time.ts'
import type { ReplayDay } from '#modules/venue/model/replay-bars.ts'
import type { ReplayedIssue } from '#modules/venue/model/replay-issues.ts'
import { intradayPath } from '#modules/venue/model/replay-path.ts'
import type { DayBar } from '../model/interval.ts'
import type { PastBars } from './past.ts'

const MINUTE_DAYS = 30

/**
 * The past of a replay: real daily bars as the file has them, and inside a day the same interpolated path
 * that the exchange plays. It knows the days to come as well: whoever asks must not ask beyond `date`.
 */
export function replayedPast(
  dates: readonly DateJst[],
  issues: readonly ReplayedIssue[],
  date: () => DateJst,
): PastBars {
  const first = dates[0]!
  const byCode = new Map(issues.map((issue) => [issue.instrument.code, issue]))
  const daysOf = (code: string): readonly ReplayDay[] => byCode.get(code)?.days ?? []
  const dayBar = ({ date: tradeDate, ...bar }: ReplayDay): DayBar => ({
    ...bar,
    at: openingAt(schedules.tse, tradeDate),
    tradeDate,
    source: 'real',
  })
  return {
    firstDate: first,
    firstMinuteDate: () => dates[Math.max(dates.indexOf(date()) - MINUTE_DAYS, 0)]!,
    days: (code, from, to) =>
      daysOf(code)
        .filter((day) => day.date >= from && day.date <= to)
        .map(dayBar),
    minutes(code, on) {
      const day = daysOf(code).find((one) => one.date === on)
      const instrument = byCode.get(code)?.instrument
      return day && instrument
        ? intradayPath(day, instrument).map((bar) => ({ ...bar, source: 'interpolated' as const }))
        : []
    },
    firstPrice(code) {
      const [day] = daysOf(code)
      return day?.date === first ? day.openTenths : null
    },
    holdsEveryDay: true,
  }
}
