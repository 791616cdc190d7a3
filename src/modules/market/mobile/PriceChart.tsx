import type { PriceYen } from '#kernel/price.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useDirection } from '#client/direction.ts'
import { afterPaint } from '#client/after-paint.ts'
import { useLang, useT } from '#client/texts.ts'
import type { BarView, Interval } from '../contract.ts'
import { isDailyInterval, useChartWords } from './chart-labels.ts'
import type { Ms } from '#kernel/time.ts'
import type { ChartSettings } from '#modules/watchlists/model/chart.ts'
import type { StudyLine } from '../model/studies.ts'
import { openPriceChart, type Fill, type Last, type Level, type PriceChart as Chart } from './price-chart.ts'

type Props = {
  kind: 'candles' | 'line'
  interval: Interval
  bars: readonly BarView[]
  fills: readonly Fill[]
  levels: readonly Level[]
  settings: ChartSettings
  lines: readonly StudyLine[]
  ahead: readonly Ms[]
  previousClose: PriceYen
  last: Last
  pointed: string | null
  onPoint: (at: string | null) => void
  onOlder: () => void
}

/** Draws the chart anew when its colours, words, kind or settings change. */
export function PriceChart(props: Props) {
  const { kind, interval, previousClose, settings } = props
  const look = [kind, interval, previousClose, useDirection(), useLang(), JSON.stringify(settings)].join(' ')
  return <Canvas key={look} {...props} />
}

/** It says nothing to readers: the keyboard walk and the table around it do. */
function Canvas({
  kind,
  interval,
  bars,
  fills,
  levels,
  settings,
  lines,
  ahead,
  previousClose,
  last,
  pointed,
  onPoint,
  onOlder,
}: Props) {
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
      nameOf: (pane) => t(`market.study.name.${pane}`),
      onOlder: () => older(),
      onPoint: (at) => point(at),
    }),
  )
  const draw = useEffectEvent((opened: Chart) => opened.show(bars, { fills, levels, last, lines, ahead }))
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
    })
    return () => {
      isOpen = false
      chart.current = null
      opened.close()
    }
  }, [])
  useEffect(
    () => chart.current?.show(bars, { fills, levels, last, lines, ahead }),
    [bars, fills, levels, last, lines, ahead],
  )
  useEffect(() => chart.current?.point(pointed), [pointed])
  return <div ref={box} className="chart h-full w-full" />
}
