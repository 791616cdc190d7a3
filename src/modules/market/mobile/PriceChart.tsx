import type { PriceYen } from '#kernel/price.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useDirection } from '#client/direction.ts'
import { afterPaint } from '#client/after-paint.ts'
import { useLang } from '#client/texts.ts'
import type { BarView, Interval } from '../contract.ts'
import { isDailyInterval, useChartWords } from './chart-labels.ts'
import { openPriceChart, type Fill, type Last, type PriceChart as Chart } from './price-chart.ts'

type Props = {
  kind: 'candles' | 'line'
  interval: Interval
  bars: readonly BarView[]
  fills: readonly Fill[]
  previousClose: PriceYen
  last: Last
  pointed: string | null
  onPoint: (at: string | null) => void
  onOlder: () => void
}

/**
 * Draws the chart anew when its colours, words or kind change. Loaded with the library, on a page with a
 * chart.
 */
export default function PriceChart(props: Props) {
  const look = [props.kind, props.interval, props.previousClose, useDirection(), useLang()].join(' ')
  return <Canvas key={look} {...props} />
}

/** It says nothing to readers: the keyboard walk and the table around it do. */
function Canvas({ kind, interval, bars, fills, previousClose, last, pointed, onPoint, onOlder }: Props) {
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
      onOlder: () => older(),
      onPoint: (at) => point(at),
    }),
  )
  const draw = useEffectEvent((opened: Chart) => opened.show(bars, fills, last))
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
  useEffect(() => chart.current?.show(bars, fills, last), [bars, fills, last])
  useEffect(() => chart.current?.point(pointed), [pointed])
  return <div ref={box} className="chart h-full w-full" />
}
