import { dateJst, HOUR, msOfDayJst } from '#kernel/time.ts'
import { useFormat, useT } from '#client/texts.ts'
import type { Schedule } from '#modules/instruments/model/schedule.ts'
import type { BarView, Interval } from '../contract.ts'
import { tradeDateOfTime } from '../model/interval.ts'
import type { StudyLine } from '../model/studies.ts'
import { isDailyInterval, useChartWords } from './chart-labels.ts'
import { changeSince } from './aligned.ts'
import type { Other } from './compared-line.ts'
import type { OwnLines } from './price-chart.ts'
import { useStudyWords } from './study-labels.ts'

type Of = { kind: 'candles' | 'line'; interval: Interval; schedule: Schedule }

/**
 * The part of a chart that a bar belongs to: an hour of the day's line, a day of minutes, a month of days, a
 * year of weeks or months.
 */
export function partName({ at }: BarView, { kind, interval, schedule }: Of): string {
  const begun = Date.parse(at)
  if (kind === 'line') return String(Math.floor(msOfDayJst(begun) / HOUR))
  if (!isDailyInterval(interval)) return tradeDateOfTime(schedule, begun)
  return dateJst(begun).slice(0, interval === '1d' ? '2026-11'.length : '2026'.length)
}

type Chart = {
  bars: readonly BarView[]
  interval: Interval
  lines: readonly StudyLine[]
  events: readonly { at: string; words: string }[]
  own: OwnLines
  others: readonly Other[]
  /** The bar from which what is compared is counted. */
  first: number
}

/** A chart in words: for a reader, over the bar that is pointed at, and at the head of the table. */
export function useSpoken({ bars, interval, lines, events, own, others, first }: Chart) {
  const t = useT()
  const f = useFormat()
  const words = useChartWords(interval)
  const { spokenAt } = useStudyWords(interval)
  const time = ({ at }: BarView) => words.time(Date.parse(at))
  const against = others.map(({ name, values }) => ({
    head: t('market.compare.since', { name, time: time(bars[first]!) }),
    changeAt: (index: number) => f.signedPercent(changeSince(values[first], values[index])),
  }))
  const prices = (bar: BarView) =>
    t('market.chart.bar', {
      time: time(bar),
      open: f.price(bar.open),
      high: f.price(bar.high),
      low: f.price(bar.low),
      close: f.price(bar.close),
      volume: f.large(bar.volume),
    })
  const joined = (parts: readonly string[]) => parts.join(t('market.study.comma'))
  return {
    against,
    prices,
    bar(index: number): string {
      const { at } = bars[index]!
      return joined([
        prices(bars[index]!),
        ...events.filter((event) => event.at === at).map((event) => event.words),
        ...own.fills
          .filter((fill) => bars.findLast((bar) => bar.at <= fill.at)?.at === at)
          .map(({ label, price }) => `${label} ${f.price(price)}`),
        ...spokenAt(lines, index),
        ...against.map(({ head, changeAt }) => `${head} ${changeAt(index)}`),
      ])
    },
    summary(seen: readonly BarView[]): string {
      const [from, last] = [seen[0]!, seen.at(-1)!]
      const high = seen.reduce((most, bar) => (bar.high > most.high ? bar : most))
      const low = seen.reduce((least, bar) => (bar.low < least.low ? bar : least))
      const sum = t('market.study.summary', {
        count: seen.length,
        from: time(from),
        to: time(last),
        first: f.price(from.close),
        last: f.price(last.close),
        change: f.signedPercent(changeSince(from.close, last.close)),
        high: f.price(high.high),
        highAt: time(high),
        low: f.price(low.low),
        lowAt: time(low),
      })
      const [begin, end] = [bars.indexOf(from), bars.indexOf(last)]
      const compared = others.map(({ name, values }) =>
        t('market.compare.summary', {
          name,
          change: f.signedPercent(changeSince(values[begin], values[end])),
        }),
      )
      // Those that cannot be moved have no handle that would say them.
      const fixed = own.levels
        .filter(({ move }) => move === undefined)
        .map(({ label, price }) => `${label} ${f.price(price)}`)
      return [sum, ...compared, joined(fixed)].filter((part) => part !== '').join(' ')
    },
  }
}
