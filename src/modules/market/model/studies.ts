import type { Schedule } from '#modules/instruments/model/schedule.ts'
import {
  figureOf,
  type ChartSettings,
  type Figure,
  type Span,
  type Study,
} from '#modules/watchlists/model/chart.ts'
import { MINUTES, type DayInterval, type MinuteInterval } from './interval.ts'
import { bollinger } from './indicators/bollinger.ts'
import { ema } from './indicators/ema.ts'
import { ichimoku, shiftOf } from './indicators/ichimoku.ts'
import type { IndicatorBar, Series } from './indicators/indicator.ts'
import { macd } from './indicators/macd.ts'
import { rsi } from './indicators/rsi.ts'
import { sma } from './indicators/sma.ts'
import { stochastics } from './indicators/stochastics.ts'
import { volumeAverage } from './indicators/volume-average.ts'
import { vwap } from './indicators/vwap.ts'

type Interval = MinuteInterval | DayInterval
/** The lines of each study, in the order in which its indicator gives them. */
export const LINES = {
  sma: ['short', 'middle', 'long'],
  ema: ['short', 'middle', 'long'],
  bollinger: ['upper', 'middle', 'lower'],
  ichimoku: ['conversion', 'base', 'spanA', 'spanB', 'lagging'],
  vwap: ['line'],
  volumeAverage: ['line'],
  rsi: ['line'],
  macd: ['line', 'signal', 'histogram'],
  stochastics: ['k', 'd'],
} as const satisfies Readonly<Record<Study, readonly string[]>>
type IdOf = { [S in Study]: `${S}.${(typeof LINES)[S][number]}` }
export type LineId = IdOf[Study]

/** One line of a chart; `count` is the figure that its name says. */
export type StudyLine = {
  readonly id: LineId
  readonly study: Study
  readonly count: number
  readonly values: Series
}

export const spanOf = (interval: Interval): Span =>
  interval in MINUTES ? 'minutes' : (interval as DayInterval)

type Of = { readonly settings: ChartSettings; readonly interval: Interval; readonly schedule: Schedule }

/** The figures of a study under their own names: `period` of `rsi.period`. */
function reader({ settings, interval }: Of) {
  const figure = (name: Figure) => figureOf(settings, name)
  const average = (study: 'sma' | 'ema') =>
    LINES[study].map((length) => figure(`${study}.${spanOf(interval)}.${length}`))
  return { figure, average }
}

/** All lines that the settings ask for. A day's price by volume has no line of days. */
export function studyLines(bars: readonly IndicatorBar[], of: Of): StudyLine[] {
  const { figure, average } = reader(of)
  const period = (study: 'bollinger' | 'volumeAverage' | 'rsi' | 'stochastics') => figure(`${study}.period`)
  const deviations = figure('bollinger.deviations')
  const line = (study: Study, values: readonly Series[], counts: readonly number[]): StudyLine[] =>
    values.map((series, index) => ({
      id: `${study}.${LINES[study][index]!}` as LineId,
      study,
      count: counts[index] ?? counts[0]!,
      values: series,
    }))
  const lines: Readonly<Record<Study, () => StudyLine[]>> = {
    sma: () =>
      line(
        'sma',
        average('sma').flatMap((n) => sma(bars, { period: n })),
        average('sma'),
      ),
    ema: () =>
      line(
        'ema',
        average('ema').flatMap((n) => ema(bars, { period: n })),
        average('ema'),
      ),
    bollinger: () =>
      line('bollinger', bollinger(bars, { period: period('bollinger'), deviations }), [
        deviations,
        period('bollinger'),
        deviations,
      ]),
    ichimoku: () => line('ichimoku', ichimoku(bars, ichimokuFigures(of.settings)), [0]),
    vwap: () =>
      spanOf(of.interval) === 'minutes' ? line('vwap', vwap(bars, { schedule: of.schedule }), [0]) : [],
    volumeAverage: () =>
      line('volumeAverage', volumeAverage(bars, { period: period('volumeAverage') }), [
        period('volumeAverage'),
      ]),
    rsi: () => line('rsi', rsi(bars, { period: period('rsi') }), [period('rsi')]),
    macd: () =>
      line(
        'macd',
        macd(bars, { fast: figure('macd.fast'), slow: figure('macd.slow'), signal: figure('macd.signal') }),
        [0],
      ),
    stochastics: () =>
      line(
        'stochastics',
        stochastics(bars, {
          period: period('stochastics'),
          smoothing: figure('stochastics.smoothing'),
          signal: figure('stochastics.signal'),
        }),
        [0],
      ),
  }
  return of.settings.studies.flatMap((study) => lines[study]())
}

const ichimokuFigures = (settings: ChartSettings) => ({
  conversion: figureOf(settings, 'ichimoku.conversion'),
  base: figureOf(settings, 'ichimoku.base'),
  spanB: figureOf(settings, 'ichimoku.spanB'),
})

/** Number of bars beyond the last one that lines are drawn over. */
export const aheadOf = (settings: ChartSettings): number =>
  settings.studies.includes('ichimoku') ? shiftOf(ichimokuFigures(settings)) : 0

/** After so many periods less than two hundredths of what an exponential average began with are left. */
const SETTLED = 4

/**
 * Number of bars that the lines have to know before the first that is shown. Of an exponential average: until
 * what it began with hardly counts; of the day's price by volume: a whole day.
 */
export function reachOf(of: Of): number {
  const { figure, average } = reader(of)
  const { conversion, base, spanB } = ichimokuFigures(of.settings)
  const minutes = spanOf(of.interval) === 'minutes' ? MINUTES[of.interval as MinuteInterval] : null
  const reach: Readonly<Record<Study, () => number>> = {
    sma: () => Math.max(...average('sma')),
    ema: () => SETTLED * Math.max(...average('ema')),
    bollinger: () => figure('bollinger.period'),
    ichimoku: () => base + Math.max(conversion, base, spanB),
    vwap: () => (minutes === null ? 0 : Math.ceil(DAY_MINUTES[of.schedule.id] / minutes)),
    volumeAverage: () => figure('volumeAverage.period'),
    rsi: () => SETTLED * figure('rsi.period'),
    macd: () => SETTLED * (Math.max(figure('macd.fast'), figure('macd.slow')) + figure('macd.signal')),
    stochastics: () =>
      figure('stochastics.period') + figure('stochastics.smoothing') + figure('stochastics.signal'),
  }
  return Math.max(0, ...of.settings.studies.map((study) => reach[study]()))
}

/** Minute bars of the longest trading day: those of the closing auctions are apart. */
const DAY_MINUTES = { tse: 332, 'always-open': 1_440 } as const
