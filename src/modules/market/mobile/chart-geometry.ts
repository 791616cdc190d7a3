import type { PriceYen } from '#kernel/price.ts'
import type { IChartApi, ISeriesApi, Logical } from 'lightweight-charts'
import type { BarView } from '../contract.ts'

/** Positions in the chart's element, in its pixels, and what stands at one. */
export type Geometry = {
  /** Called where anything stands elsewhere than before; `frame` is another number then. */
  subscribe(listener: () => void): () => void
  frame(): number
  /** The plot of the prices, beside its scale and above the panes. */
  plot(): { width: number; height: number }
  yOf(price: PriceYen): number | null
  priceAt(y: number): PriceYen | null
  /** Of a bar by its number: before the first and after the last one too. */
  xOf(index: number): number | null
  /** The number of the bar there, or of the nearest. */
  barAt(x: number): number
  /** The number of the first bar that is in sight, from which a scale in per cent counts. */
  firstSeen(): number
}

type Prices = ISeriesApi<'Candlestick'> | ISeriesApi<'Baseline'>

export function geometryOf(chart: IChartApi, series: Prices, bars: () => readonly BarView[]): Geometry {
  const listeners = new Set<() => void>()
  let frame = 0
  let seen = ''
  const plot = () => ({ width: chart.timeScale().width(), height: chart.paneSize(0).height })
  // The library tells of its frames what it draws alone.
  series.attachPrimitive({
    updateAllViews() {
      const { from, to } = chart.timeScale().getVisibleLogicalRange() ?? { from: 0, to: 0 }
      const { width, height } = plot()
      const now = [from, to, width, height, series.coordinateToPrice(0), series.coordinateToPrice(height)]
      if (now.join() === seen) return
      seen = now.join()
      frame++
      for (const listener of listeners) listener()
    },
  })
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    frame: () => frame,
    plot,
    yOf: (price) => series.priceToCoordinate(price),
    priceAt(y) {
      const price = series.coordinateToPrice(y)
      return price === null ? null : Math.round(price * 10) / 10
    },
    xOf: (index) => chart.timeScale().logicalToCoordinate(index as Logical),
    barAt(x) {
      const index = Math.round(chart.timeScale().coordinateToLogical(x) ?? 0)
      return Math.min(Math.max(index, 0), bars().length - 1)
    },
    firstSeen: () => Math.max(Math.floor(chart.timeScale().getVisibleLogicalRange()?.from ?? 0), 0),
  }
}
