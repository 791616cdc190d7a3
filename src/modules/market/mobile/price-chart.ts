import type { Ms } from '#kernel/time.ts'
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
  type AutoscaleInfo,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type SeriesMarker,
  type SeriesPartialOptionsMap,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'
import type { ChartSettings, Pane } from '#modules/watchlists/model/chart.ts'
import type { BarView } from '../contract.ts'
import type { StudyLine } from '../model/studies.ts'
import { linedFills, markedBars } from './chart-columns.ts'
import { geometryOf, type Geometry } from './chart-geometry.ts'
import { onTick } from './chart-places.ts'
import { comparedLines, type Other } from './compared-line.ts'
import { drawStudies, VOLUME_SCALE } from './study-series.ts'
import { token } from './token.ts'
import { wholeTicks } from './whole-ticks.ts'

/** A holding of the member's: a dotted line with its words and price, and a mark where it began. */
export type Fill = { at: string; price: PriceYen; side: 'up' | 'down'; label: string; move?: Move }

/** A price at which the member's order waits or a holding ends: a dashed line with its words. */
export type Level = { price: PriceYen; side: 'up' | 'down'; label: string; move?: Move }

/** A line that the member may move. Letting it go opens a form with the price; nothing is sent by it. */
export type Move = {
  id: string
  /** Of an order, which the day's price limits bind; or the end of a holding. */
  kind: 'order' | 'exit'
  /** Words of the line at a price, and of what it would bring there. */
  at(price: PriceYen): { label: string; result: string; tone: 'up' | 'down' | null }
  ask(price: PriceYen): void
}

/** A line on its way, or where a form has it that is not sent yet. */
export type Moved = { id: string; price: PriceYen }

/** The member's lines, and the one that a form is open about, where the form has it. */
export type OwnLines = {
  readonly fills: readonly Fill[]
  readonly levels: readonly Level[]
  readonly asked: Moved | null
  /** The orders could not be had: said on the chart, that nobody takes it for one without any. */
  readonly missing: { readonly words: string; retry(): void } | null
}

/** The bar of a dividend or split, with the letter of its mark. */
export type EventMark = { at: string; mark: string }

/** The price now and its way from the previous close: a dashed line with its figure on the axis. */
export type Last = { price: PriceYen; way: 'up' | 'down' | 'flat' }

export type ChartWords = {
  price: (price: PriceYen) => string
  percent: (percent: number) => string
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
      readonly events: readonly EventMark[]
      readonly moved: Moved | null
      readonly last: Last
      readonly lines: readonly StudyLine[]
      readonly ahead: readonly Ms[]
      /** Lines that the prices are compared with. */
      readonly against: readonly Other[]
    },
  ): void
  /**
   * Puts the crosshair on the bar that begins then, at `price` or else its close, and brings it into view;
   * null takes it away.
   */
  point(at: string | null, price?: PriceYen): void
  /** Shows bars so many times as wide, about the bar that begins then, else about the last in sight. */
  zoom(by: number, at: string | null): void
  readonly geometry: Geometry
  close(): void
}

type Options = {
  kind: 'candles' | 'line'
  /** A bar is a day or more: the time of day says nothing. */
  isDaily: boolean
  previousClose: PriceYen
  words: ChartWords
  scale: ChartSettings['scale']
  /** The prices stand beside others: their scale is in per cent from the first bar in sight. */
  isCompared: boolean
  /** The legend lies over the chart: the prices begin below it. */
  isLow: boolean
  nameOf: (pane: Pane) => string
  tickTable: TickTable
  /** Number of bars that the lines have to know before the first one in sight. */
  reach: number
  /** Bars before the first one are wanted. */
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

/** Older bars are asked for while so many are still to come into view. */
export const BARS_BEFORE = 20

/** Draws bars into an element, and only what has changed of them afterwards. */
export function openPriceChart(element: HTMLElement, options: Options): PriceChart {
  const chart = createChart(element, frame(options))
  const drawn = options.kind === 'candles' ? candles(chart, options) : line(chart, options)
  let bars: readonly BarView[] = []
  const geometry = geometryOf(chart, drawn.main, () => bars)
  const marks = barMarks(drawn.main)
  const own = ownLines(drawn.main)
  const lastLine = lastPriceLine(drawn.main)
  const studies = drawStudies(chart, options.nameOf, options.words.price)
  const others = comparedLines(chart)
  if (options.isCompared) drawn.main.priceScale().applyOptions({ mode: PriceScaleMode.Percentage })
  else if (options.scale === 'logarithmic')
    drawn.main.priceScale().applyOptions({ mode: PriceScaleMode.Logarithmic })

  wholeTicks(
    chart,
    (time, type) => options.words.tick(atOf(time), TICKS[type] ?? 'time'),
    (time) => bars[0] !== undefined && timeOf(bars[0]) === time,
  )
  chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
    if (
      range !== null &&
      range.from < options.reach + BARS_BEFORE &&
      bars.length > 0 &&
      options.kind === 'candles'
    )
      options.onOlder()
  })
  chart.subscribeCrosshairMove(({ time, sourceEvent }) => {
    if (sourceEvent === undefined) return
    const bar = time === undefined ? undefined : bars.find((one) => timeOf(one) === time)
    options.onPoint(bar?.at ?? null)
  })

  return {
    geometry,
    show(next, { fills, levels, events, moved, last, lines, ahead, against }) {
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
      others.show(next.map(timeOf), against)
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
      marks.show(next, fills, events)
      own.show(fills, levels, moved)
      lastLine.show(last)
    },
    point(at, price) {
      const index = at === null ? -1 : bars.findIndex((bar) => bar.at === at)
      const bar = bars[index]
      if (bar === undefined) return chart.clearCrosshairPosition()
      chart.setCrosshairPosition(price ?? bar.close, timeOf(bar), drawn.main)
      const range = chart.timeScale().getVisibleLogicalRange()
      if (range === null) return
      const beyond = index < range.from ? index - range.from : index > range.to ? index - range.to : 0
      if (beyond !== 0)
        chart.timeScale().setVisibleLogicalRange({ from: range.from + beyond, to: range.to + beyond })
    },
    zoom(by, at) {
      const range = chart.timeScale().getVisibleLogicalRange()
      if (range === null) return
      const index = bars.findIndex((bar) => bar.at === at)
      const fixed = index >= range.from && index <= range.to ? index : range.to
      chart
        .timeScale()
        .setVisibleLogicalRange({
          from: fixed - (fixed - range.from) / by,
          to: fixed + (range.to - fixed) / by,
        })
    },
    close: () => chart.remove(),
  }
}

/** The library's kinds of ticks, by number. */
const TICKS = ['year', 'month', 'day', 'time', 'time'] as const

const frame = ({ isDaily, isLow, words }: Options) => ({
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
  rightPriceScale: {
    borderVisible: false,
    entireTextOnly: true,
    scaleMargins: { top: isLow ? 0.18 : 0.08, bottom: 0.24 },
  },
  timeScale: {
    borderVisible: false,
    timeVisible: !isDaily,
    rightOffset: 2,
    minBarSpacing: 1,
    fixLeftEdge: true,
  },
  localization: { percentageFormatter: words.percent, timeFormatter: (time: Time) => words.time(atOf(time)) },
  crosshair: { mode: CrosshairMode.Normal },
  handleScale: { axisPressedMouseMove: false },
  // A finger that goes up or down scrolls the page.
  handleScroll: { vertTouchDrag: false },
})

/** Prices under the crosshair and at lines are of the exchange's grid; the scale's marks stay. */
const priceFormat = ({ words, tickTable }: Options): SeriesPartialOptionsMap['Line']['priceFormat'] => ({
  type: 'custom',
  minMove: 0.1,
  formatter: (price: number) => words.price(onTick(price, tickTable)),
  tickmarksFormatter: (prices: readonly number[]) => prices.map(words.price),
})
type Drawn = {
  main: ISeriesApi<'Candlestick'> | ISeriesApi<'Baseline'>
  set(bars: readonly BarView[]): void
  update(bars: readonly BarView[], from: number): void
}

function candles(chart: IChartApi, options: Options): Drawn {
  const [up, down] = [token('--up'), token('--down')]
  const main = chart.addSeries(CandlestickSeries, {
    upColor: token('--surface'),
    borderUpColor: up,
    wickUpColor: up,
    downColor: down,
    borderDownColor: down,
    wickDownColor: down,
    priceFormat: priceFormat(options),
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

function line(chart: IChartApi, options: Options): Drawn {
  const { previousClose } = options
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
    priceFormat: priceFormat(options),
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

/** An own line that is out of sight is brought in where the prices keep so much of the height. */
const LEAST_OF_HEIGHT = 0.6

/**
 * Lines across the chart at the member's own prices, one figure a price on the scale; those that only say
 * something else stay. Their words stand beside the bars (`OwnLabels.tsx`): on the canvas they would hide the
 * newest.
 */
function ownLines(series: Drawn['main']) {
  let lines: IPriceLine[] = []
  let own: readonly PriceYen[] = []
  series.applyOptions({
    autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => withOwn(original(), own),
  })
  return {
    show(fills: readonly Fill[], levels: readonly Level[], moved: Moved | null) {
      own = [...linedFills(fills), ...levels].map(({ price }) => price)
      const wanted = [
        ...linedFills(fills).map(({ price }) => ({
          price,
          title: '',
          lineStyle: LineStyle.Dotted,
          color: token('--chart-fill'),
        })),
        ...levels.map((level) => {
          const to = moved !== null && level.move?.id === moved.id ? moved.price : null
          return {
            price: to ?? level.price,
            title: '',
            lineStyle: LineStyle.LargeDashed,
            color: token(`--${level.side}`),
          }
        }),
        // An exit drawn out of a holding is a line beside the holding's.
        ...fills.flatMap(({ side, move }) =>
          moved === null || move?.id !== moved.id
            ? []
            : [
                {
                  price: moved.price,
                  title: '',
                  lineStyle: LineStyle.LargeDashed,
                  color: token(side === 'up' ? '--down' : '--up'),
                },
              ],
        ),
      ]
      for (const line of lines.splice(wanted.length)) series.removePriceLine(line)
      lines = wanted.map((each, index) => {
        const isFirst = wanted.findIndex(({ price }) => price === each.price) === index
        const options = {
          ...each,
          lineWidth: 1 as const,
          axisLabelVisible: isFirst,
          axisLabelColor: each.color,
        }
        const line = lines[index]
        if (line === undefined) return series.createPriceLine(options)
        line.applyOptions(options)
        return line
      })
    },
  }
}

/** The range of the prices, widened for own lines that stand near it. */
function withOwn(info: AutoscaleInfo | null, own: readonly PriceYen[]): AutoscaleInfo | null {
  const range = info?.priceRange ?? null
  if (info === null || range === null) return info
  const height = range.maxValue - range.minValue
  let { minValue, maxValue } = range
  for (const price of own) {
    const [low, high] = [Math.min(minValue, price), Math.max(maxValue, price)]
    if (height / (high - low) >= LEAST_OF_HEIGHT) [minValue, maxValue] = [low, high]
  }
  return { ...info, priceRange: { minValue, maxValue } }
}

/** Marks at the bars of fills, dividends and splits. */
function barMarks(series: Drawn['main']) {
  const plugin = createSeriesMarkers<Time>(series, [])
  let shown = ''
  return {
    show(bars: readonly BarView[], fills: readonly Fill[], events: readonly EventMark[]) {
      const key = JSON.stringify([fills.map(({ at, side }) => [at, side]), events, bars[0]?.at, bars.length])
      if (key === shown) return
      shown = key
      const color = token('--chart-fill')
      const marks = markedBars(bars, fills).map(({ bar, side }): SeriesMarker<Time> => {
        const time = timeOf(bar)
        return side === 'up'
          ? { time, position: 'belowBar', shape: 'arrowUp', color }
          : { time, position: 'aboveBar', shape: 'arrowDown', color }
      })
      for (const { at, mark } of events)
        marks.push({
          time: timeAt(Date.parse(at)),
          position: 'belowBar',
          shape: 'circle',
          size: 0.6,
          text: mark,
          color: token('--brand'),
        })
      plugin.setMarkers(marks.toSorted((a, b) => Number(a.time) - Number(b.time)))
    },
  }
}
