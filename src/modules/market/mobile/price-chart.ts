import type { Ms } from '#kernel/time.ts'
import type { Yen } from '#kernel/money.ts'
import type { PriceYen } from '#kernel/price.ts'
import {
  BaselineSeries,
  CandlestickSeries,
  ColorType,
  createChart,
  createSeriesMarkers,
  CrosshairMode,
  HistogramSeries,
  LineStyle,
  PriceScaleMode,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts'
import type { ChartSettings, Pane } from '#modules/watchlists/model/chart.ts'
import type { BarView } from '../contract.ts'
import type { StudyLine } from '../model/studies.ts'
import { drawStudies, VOLUME_SCALE } from './study-series.ts'
import { token } from './token.ts'

/** A holding of the member's: a dotted line with its words and price, and a mark where it began. */
export type Fill = { at: string; price: PriceYen; side: 'up' | 'down'; label: string }

/** A price at which the member's order waits or a holding ends: a dashed line with its words. */
export type Level = { price: PriceYen; side: 'up' | 'down'; label: string }

/** The price now and its way from the previous close: a dashed line with its figure on the axis. */
export type Last = { price: PriceYen; way: 'up' | 'down' | 'flat' }

export type ChartWords = {
  price: (yen: Yen) => string
  /** Words on the time axis, where this has changed, and under the crosshair. */
  tick: (at: Ms, changed: 'year' | 'month' | 'day' | 'time') => string
  time: (at: Ms) => string
}

export type PriceChart = {
  /** `ahead`: when the bars after the last one will begin, as far as a line is drawn over them. */
  show(
    bars: readonly BarView[],
    of: {
      readonly fills: readonly Fill[]
      readonly levels: readonly Level[]
      readonly last: Last
      readonly lines: readonly StudyLine[]
      readonly ahead: readonly Ms[]
    },
  ): void
  /** Puts the crosshair on the bar that begins then, and brings it into view; null takes it away. */
  point(at: string | null): void
  close(): void
}

type Options = {
  kind: 'candles' | 'line'
  /** A bar is a day or more: the time of day says nothing. */
  isDaily: boolean
  previousClose: PriceYen
  words: ChartWords
  scale: ChartSettings['scale']
  nameOf: (pane: Pane) => string
  /** The first bars come into view. */
  onOlder: () => void
  /** The bar under the finger, by its beginning. */
  onPoint: (at: string | null) => void
}

const JST_SECONDS = 9 * 3_600
/** The library knows no time zones: its "UTC" is Japan's time. */
const timeAt = (at: Ms): UTCTimestamp => (at / 1_000 + JST_SECONDS) as UTCTimestamp
const timeOf = (bar: BarView): UTCTimestamp => timeAt(Date.parse(bar.at))
const atOf = (time: Time): number => ((time as number) - JST_SECONDS) * 1_000

/** At first, of candles; fewer of them have at least the module of so many. */
const BARS_SHOWN = 60
const LEAST_SPACE = 20

/** Draws bars into an element, and only what has changed of them afterwards. */
export function openPriceChart(element: HTMLElement, options: Options): PriceChart {
  const chart = createChart(element, frame(options))
  const drawn = options.kind === 'candles' ? candles(chart) : line(chart, options)
  let bars: readonly BarView[] = []
  const marks = fillMarks(drawn.main)
  const own = ownLines(drawn.main)
  const lastLine = lastPriceLine(drawn.main)
  const studies = drawStudies(chart, options.nameOf)
  if (options.scale === 'logarithmic')
    drawn.main.priceScale().applyOptions({ mode: PriceScaleMode.Logarithmic })

  chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
    if (range !== null && range.from < 20 && bars.length > 0 && options.kind === 'candles') options.onOlder()
  })
  chart.subscribeCrosshairMove(({ time, sourceEvent }) => {
    if (sourceEvent === undefined) return
    const bar = time === undefined ? undefined : bars.find((one) => timeOf(one) === time)
    options.onPoint(bar?.at ?? null)
  })

  return {
    show(next, { fills, levels, last, lines, ahead }) {
      const isSame =
        bars.length > 0 &&
        next[0]?.at === bars[0]!.at &&
        next.length >= bars.length &&
        next.length - bars.length <= 1
      if (next.length !== bars.length && options.kind === 'candles')
        chart.timeScale().applyOptions({ shiftVisibleRangeOnNewBar: next.length > LEAST_SPACE })
      if (isSame) drawn.update(next, Math.max(bars.length - 1, 0))
      else drawn.set(next)
      studies.show(lines, [...next.map(timeOf), ...ahead.map(timeAt)])
      if (bars.length === 0 && next.length > 0) {
        if (options.kind === 'line') chart.timeScale().fitContent()
        else {
          // An issue that has not traded for long begins at the left, its first bar whole, and grows into the
          // module beside it.
          const isShort = next.length < BARS_SHOWN
          chart.timeScale().applyOptions({ fixLeftEdge: !isShort })
          chart
            .timeScale()
            .setVisibleLogicalRange(
              isShort
                ? { from: -1, to: Math.max(next.length + ahead.length, LEAST_SPACE) + 1 }
                : { from: next.length - BARS_SHOWN + ahead.length, to: next.length + ahead.length + 2 },
            )
        }
      }
      bars = next
      marks.show(next, fills)
      own.show(fills, levels)
      lastLine.show(last)
    },
    point(at) {
      const index = at === null ? -1 : bars.findIndex((bar) => bar.at === at)
      const bar = bars[index]
      if (bar === undefined) return chart.clearCrosshairPosition()
      chart.setCrosshairPosition(bar.close, timeOf(bar), drawn.main)
      const range = chart.timeScale().getVisibleLogicalRange()
      if (range === null) return
      const beyond = index < range.from ? index - range.from : index > range.to ? index - range.to : 0
      if (beyond !== 0)
        chart.timeScale().setVisibleLogicalRange({ from: range.from + beyond, to: range.to + beyond })
    },
    close: () => chart.remove(),
  }
}

/** The library's kinds of ticks, by number. */
const TICKS = ['year', 'month', 'day', 'time', 'time'] as const

const frame = ({ words, isDaily }: Options) => ({
  autoSize: true,
  layout: {
    background: { type: ColorType.Solid, color: token('--surface') },
    textColor: token('--chart-axis'),
    fontFamily: token('--font'),
    panes: { enableResize: false, separatorColor: token('--grey-3'), separatorHoverColor: token('--grey-3') },
    fontSize: Math.round(Number.parseFloat(getComputedStyle(document.documentElement).fontSize) * 0.75),
    attributionLogo: false,
  },
  grid: { vertLines: { color: token('--chart-grid') }, horzLines: { color: token('--chart-grid') } },
  rightPriceScale: { borderVisible: false, entireTextOnly: true, scaleMargins: { top: 0.08, bottom: 0.24 } },
  timeScale: {
    borderVisible: false,
    timeVisible: !isDaily,
    rightOffset: 2,
    minBarSpacing: 1,
    fixLeftEdge: true,
    tickMarkFormatter: (time: Time, type: number) => words.tick(atOf(time), TICKS[type] ?? 'time'),
  },
  localization: { priceFormatter: words.price, timeFormatter: (time: Time) => words.time(atOf(time)) },
  crosshair: { mode: CrosshairMode.Magnet },
  handleScale: { axisPressedMouseMove: false },
})

const PRICE_FORMAT = { type: 'price', precision: 1, minMove: 0.1 } as const
type Drawn = {
  main: ISeriesApi<'Candlestick'> | ISeriesApi<'Baseline'>
  set(bars: readonly BarView[]): void
  update(bars: readonly BarView[], from: number): void
}

function candles(chart: IChartApi): Drawn {
  const [up, down] = [token('--up'), token('--down')]
  const main = chart.addSeries(CandlestickSeries, {
    upColor: token('--surface'),
    borderUpColor: up,
    wickUpColor: up,
    downColor: down,
    borderDownColor: down,
    wickDownColor: down,
    priceFormat: PRICE_FORMAT,
    priceLineVisible: false,
    lastValueVisible: false,
  })
  const volume = volumes(chart)
  const candle = (bar: BarView) => ({
    time: timeOf(bar),
    open: bar.open,
    high: bar.high,
    low: bar.low,
    close: bar.close,
  })
  return {
    main,
    set(bars) {
      main.setData(bars.map(candle))
      volume.set(bars)
    },
    update(bars, from) {
      for (const bar of bars.slice(from)) main.update(candle(bar))
      volume.update(bars, from)
    },
  }
}

function line(chart: IChartApi, { previousClose }: Options): Drawn {
  const [up, down] = [token('--up'), token('--down')]
  const main = chart.addSeries(BaselineSeries, {
    baseValue: { type: 'price', price: previousClose },
    topLineColor: up,
    bottomLineColor: down,
    topFillColor1: token('--up-wash'),
    topFillColor2: token('--up-wash'),
    bottomFillColor1: token('--down-wash'),
    bottomFillColor2: token('--down-wash'),
    lineWidth: 1,
    priceFormat: PRICE_FORMAT,
    priceLineVisible: false,
    lastValueVisible: false,
  })
  main.createPriceLine({
    price: previousClose,
    color: token('--grey-2'),
    lineStyle: LineStyle.Dotted,
    lineWidth: 1,
    axisLabelVisible: false,
    title: '',
  })
  const volume = volumes(chart)
  const point = (bar: BarView) => ({ time: timeOf(bar), value: bar.close })
  return {
    main,
    set(bars) {
      main.setData(bars.map(point))
      volume.set(bars)
    },
    update(bars, from) {
      for (const bar of bars.slice(from)) main.update(point(bar))
      volume.update(bars, from)
    },
  }
}

/** Volume at the foot of the chart, in the pale colours of its bars. */
function volumes(chart: IChartApi) {
  const [up, down] = [token('--heat-up-2'), token('--heat-down-2')]
  const series = chart.addSeries(HistogramSeries, {
    priceScaleId: VOLUME_SCALE,
    priceFormat: { type: 'volume' },
    priceLineVisible: false,
    lastValueVisible: false,
  })
  series.priceScale().applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } })
  const column = (bar: BarView) => ({
    time: timeOf(bar),
    value: bar.volume,
    color: bar.close < bar.open ? down : up,
  })
  return {
    set: (bars: readonly BarView[]) => series.setData(bars.map(column)),
    update: (bars: readonly BarView[], from: number) =>
      bars.slice(from).forEach((bar) => series.update(column(bar))),
  }
}

function lastPriceLine(series: Drawn['main']) {
  const drawn = series.createPriceLine({
    price: 0,
    lineStyle: LineStyle.Dashed,
    lineWidth: 1,
    axisLabelVisible: true,
    lineVisible: false,
    title: '',
  })
  return {
    show({ price, way }: Last) {
      const color = token(`--${way}`)
      drawn.applyOptions({
        price,
        color,
        lineVisible: true,
        axisLabelColor: color,
        axisLabelTextColor: token(way === 'flat' ? '--surface' : `--on-${way}`),
      })
    },
  }
}

/** More lines of holdings than these would hide the bars; every fill has its mark. */
const LABELLED_FILLS = 3

/** Lines across the chart at the member's own prices; those that only say something else stay. */
function ownLines(series: Drawn['main']) {
  let lines: IPriceLine[] = []
  return {
    show(fills: readonly Fill[], levels: readonly Level[]) {
      const wanted = [
        ...fills
          .slice(0, LABELLED_FILLS)
          .map(({ price, label }) => ({
            price,
            title: label,
            lineStyle: LineStyle.Dotted,
            color: token('--chart-fill'),
          })),
        ...levels.map(({ price, side, label }) => ({
          price,
          title: label,
          lineStyle: LineStyle.LargeDashed,
          color: token(`--${side}`),
        })),
      ]
      for (const line of lines.splice(wanted.length)) series.removePriceLine(line)
      lines = wanted.map((own, index) => {
        const options = { ...own, lineWidth: 1 as const, axisLabelVisible: true, axisLabelColor: own.color }
        const line = lines[index]
        if (line === undefined) return series.createPriceLine(options)
        line.applyOptions(options)
        return line
      })
    },
  }
}

/** A mark at the bar of each fill. */
function fillMarks(series: Drawn['main']) {
  const plugin = createSeriesMarkers<Time>(series, [])
  let shown = ''
  return {
    show(bars: readonly BarView[], fills: readonly Fill[]) {
      const key = JSON.stringify([fills.map(({ at, side }) => [at, side]), bars[0]?.at, bars.length])
      if (key === shown) return
      shown = key
      const color = token('--chart-fill')
      plugin.setMarkers(
        fills.flatMap(({ at, side }) => {
          const bar = bars.findLast((one) => one.at <= at)
          if (bar === undefined) return []
          return [
            side === 'up'
              ? { time: timeOf(bar) as Time, position: 'belowBar' as const, shape: 'arrowUp' as const, color }
              : {
                  time: timeOf(bar) as Time,
                  position: 'aboveBar' as const,
                  shape: 'arrowDown' as const,
                  color,
                },
          ]
        }),
      )
    },
  }
}
