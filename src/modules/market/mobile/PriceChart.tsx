import type { PriceYen } from '#kernel/price.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useIsLow } from '#client/columns.ts'
import { useDirection } from '#client/direction.ts'
import { afterPaint } from '#client/after-paint.ts'
import { useLang, useT } from '#client/texts.ts'
import type { BarView, Interval } from '../contract.ts'
import { isDailyInterval, useChartWords } from './chart-labels.ts'
import type { Ms } from '#kernel/time.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'
import type { ChartSettings } from '#modules/watchlists/model/chart.ts'
import type { StudyLine } from '../model/studies.ts'
import type { Other } from './compared-line.ts'
import {
  openPriceChart,
  type EventMark,
  type Fill,
  type Last,
  type Level,
  type Moved,
  type PriceChart as Chart,
} from './price-chart.ts'

export type PriceChartProps = {
  kind: 'candles' | 'line'
  interval: Interval
  bars: readonly BarView[]
  fills: readonly Fill[]
  levels: readonly Level[]
  events: readonly EventMark[]
  moved: Moved | null
  settings: ChartSettings
  tickTable: TickTable
  reach: number
  lines: readonly StudyLine[]
  ahead: readonly Ms[]
  against: readonly Other[]
  isCompared: boolean
  previousClose: PriceYen
  last: Last
  /** The bar under the crosshair, by its beginning, and the price where it is not the bar's close. */
  pointed: string | null
  pinned: PriceYen | undefined
  onPoint: (at: string | null) => void
  onOlder: () => void
  /** The chart once it is drawn; null when that one is gone. */
  onDrawn: (chart: Chart | null) => void
}

/** Draws the chart anew when its colours, words, kind or settings change. */
export function PriceChart(props: PriceChartProps) {
  const { kind, interval, previousClose, settings, isCompared } = props
  const isLow = useIsLow()
  const look = [
    kind,
    interval,
    previousClose,
    useDirection(),
    useLang(),
    isCompared,
    isLow,
    JSON.stringify(settings),
  ].join(' ')
  return <Canvas key={look} {...props} isLow={isLow} />
}

/** It says nothing to readers: the keyboard walk and the table around it do. */
function Canvas({
  kind,
  interval,
  bars,
  fills,
  levels,
  events,
  moved,
  settings,
  tickTable,
  reach,
  lines,
  ahead,
  against,
  isCompared,
  previousClose,
  last,
  pointed,
  pinned,
  onPoint,
  onOlder,
  onDrawn,
  isLow,
}: PriceChartProps & { isLow: boolean }) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<Chart | null>(null)
  const words = useChartWords(interval)
  const older = useEffectEvent(onOlder)
  const point = useEffectEvent(onPoint)
  const open = useEffectEvent((element: HTMLElement) =>
    openPriceChart(element, {
      kind,
      isDaily: isDailyInterval(interval),
      previousClose,
      words,
      scale: settings.scale,
      isCompared,
      isLow,
      tickTable,
      reach,
      nameOf: (pane) => t(`market.study.name.${pane}`),
      onOlder: () => older(),
      onPoint: (at) => point(at),
    }),
  )
  const drawn = useEffectEvent(onDrawn)
  const draw = useEffectEvent((opened: Chart) =>
    opened.show(bars, { fills, levels, events, moved, last, lines, ahead, against }),
  )
  useEffect(() => {
    if (box.current === null) return
    const opened = open(box.current)
    let isOpen = true
    // The library's first frame takes a phone long enough to miss a tap: the axes have one, the bars the
    // next.
    void afterPaint().then(() => {
      if (!isOpen) return
      chart.current = opened
      draw(opened)
      drawn(opened)
    })
    return () => {
      isOpen = false
      chart.current = null
      drawn(null)
      opened.close()
    }
  }, [])
  useEffect(
    () => chart.current?.show(bars, { fills, levels, events, moved, last, lines, ahead, against }),
    [bars, fills, levels, events, moved, last, lines, ahead, against],
  )
  useEffect(() => chart.current?.point(pointed, pinned), [pointed, pinned])
  return <div ref={box} className="chart h-full w-full" />
}
