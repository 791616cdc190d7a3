import { useState } from 'react'
import type { PriceYen } from '#kernel/price.ts'
import type { DrawingKind } from '#modules/watchlists/model/drawing-kinds.ts'
import type { Drawing } from '#modules/watchlists/model/drawings.ts'
import { AlertPin, usePin } from './AlertPin.tsx'
import { useChartWords } from './chart-labels.ts'
import { drawingAt } from './chart-places.ts'
import { CompareLegend } from './CompareLegend.tsx'
import { DrawingLayer, type Selected } from './DrawingLayer.tsx'
import { OwnHandles } from './OwnHandles.tsx'
import { OwnLabels, tapLabels } from './OwnLabels.tsx'
import { PriceChart, type PriceChartProps } from './PriceChart.tsx'
import type { Moved, PriceChart as Chart } from './price-chart.ts'

type Props = Omit<PriceChartProps, 'moved' | 'pinned'> & {
  /** Once it is drawn. */
  chart: Chart | null
  code: string
  limits: { lower: PriceYen; upper: PriceYen }
  /** The line that a form is open about, where the form has it. */
  asked: Moved | null
  drawings: readonly Drawing[]
  tool: DrawingKind | null
  selected: Selected | null
  onSelect: (selected: Selected | null) => void
  onKeep: (drawings: readonly Drawing[]) => void
  onMade: () => void
  onLeave: () => void
  /** The number of the bar that is pointed at, else of the last one. */
  shown: number
}

/** The drawn chart and what can be taken hold of on it. */
export function ChartStage({
  chart,
  code,
  limits,
  asked,
  drawings,
  tool,
  selected,
  onSelect,
  onKeep,
  onMade,
  onLeave,
  shown,
  ...drawn
}: Props) {
  const [moved, setMoved] = useState<Moved | null>(null)
  const { bars, fills, levels, tickTable, pointed, against, onPoint } = drawn
  const words = useChartWords(drawn.interval)
  const [isApart, setApart] = useState(false)
  const { pin, ref, drop } = usePin({
    chart,
    bars,
    tickTable,
    onPoint,
    onTap: (spot) => {
      if (chart && tapLabels(chart.geometry, { fills, levels }, spot, { isApart, setApart })) return
      const index = chart && drawingAt(chart.geometry, bars, drawings, spot)
      onSelect(index === null ? null : { index, byKey: false })
    },
  })
  if (tool !== null && pin !== null) drop()
  return (
    <div ref={ref} className="relative h-full w-full">
      <PriceChart
        {...drawn}
        pointed={pointed ?? pin?.at ?? null}
        pinned={pointed === null ? pin?.price : undefined}
        moved={moved ?? asked}
      />
      {chart !== null && (
        <div className="pointer-events-none absolute inset-0 z-2 overflow-hidden *:pointer-events-auto">
          {against.length > 0 && (
            <CompareLegend chart={chart.geometry} bars={bars} others={against} shown={shown} />
          )}
          <OwnLabels
            chart={chart.geometry}
            fills={fills}
            levels={levels}
            isApart={isApart}
            isUnderLegend={against.length > 0}
          />
          <OwnHandles
            chart={chart.geometry}
            lines={[...fills, ...levels]}
            moved={moved ?? asked}
            tickTable={tickTable}
            limits={limits}
            isApart={isApart}
            setApart={setApart}
            onMove={setMoved}
          />
          <DrawingLayer
            chart={chart.geometry}
            bars={bars}
            words={words}
            tickTable={tickTable}
            drawings={drawings}
            tool={tool}
            selected={selected}
            onSelect={onSelect}
            onKeep={onKeep}
            onMade={onMade}
          />
          {pin !== null && (
            <AlertPin
              chart={chart.geometry}
              code={code}
              price={pin.price}
              last={drawn.last.price}
              onLeave={() => {
                drop()
                onLeave()
              }}
            />
          )}
        </div>
      )}
    </div>
  )
}
