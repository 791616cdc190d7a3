import { useState, type PointerEvent } from 'react'
import { useT } from '#client/texts.ts'
import { LONG_PRESS_TOLERANCE_PX } from '#kernel/specification.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'
import type { DrawingKind } from '#modules/watchlists/model/drawing-kinds.ts'
import { pointsOf, type Drawing, type Point } from '#modules/watchlists/model/drawings.ts'
import type { BarView } from '../contract.ts'
import type { Geometry } from './chart-geometry.ts'
import type { Spot } from './chart-hold.ts'
import { endsOf, onTick } from './chart-places.ts'
import { DrawnLine } from './DrawnLine.tsx'

type Props = {
  chart: Geometry
  bars: readonly BarView[]
  tickTable: TickTable
  kind: DrawingKind
  onMade: (drawing: Drawing) => void
}

/**
 * The tap that ends a drawing takes the pad away: its click would reach what stands below. The listener goes
 * with the element.
 */
const keepTaps = (pad: HTMLElement | null): void => pad?.addEventListener('touchend', prevent)
const prevent = (event: Event): void => {
  if (event.cancelable) event.preventDefault()
}

/**
 * Takes the next drawing, in front of the chart: by a drag from its first point to its second, or by a tap on
 * each; a level by one tap.
 */
export function DrawingPad({ chart, bars, tickTable, kind, onMade }: Props) {
  const t = useT()
  const [begun, setBegun] = useState<{ spot: Spot; point: Point; now: Point } | null>(null)
  const here = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): Spot => {
    const { left, top } = currentTarget.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  const pointAt = ({ x, y }: Spot): Point => ({
    at: bars[chart.barAt(x)]!.at,
    price: onTick(Math.max(chart.priceAt(y) ?? 0.1, 0.1), tickTable),
  })
  const made = (point: Point, now: Point): Drawing => ({
    kind,
    points: pointsOf[kind] === 1 ? [now] : [point, now],
  })
  const preview = begun && made(begun.point, begun.now)
  const ends = preview && endsOf(chart, bars, preview)
  return (
    <div
      ref={keepTaps}
      className="pointer-events-auto absolute inset-0 z-2 cursor-crosshair touch-none"
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        const spot = here(event)
        const point = pointAt(spot)
        // The second of two taps ends what the first began.
        setBegun((before) => (before === null ? { spot, point, now: point } : { ...before, now: point }))
      }}
      onPointerMove={(event) => {
        const now = pointAt(here(event))
        setBegun((before) => before && { ...before, now })
      }}
      onPointerUp={(event) => {
        if (begun === null) return
        const spot = here(event)
        const isFar = Math.hypot(spot.x - begun.spot.x, spot.y - begun.spot.y) > LONG_PRESS_TOLERANCE_PX
        if (kind === 'level' || isFar) onMade(made(begun.point, pointAt(spot)))
      }}
      onPointerCancel={() => setBegun(null)}
    >
      <p className="pointer-events-none absolute inset-x-0 bottom-0 bg-surface/90 px-2 py-1 text-center text-1 text-grey-1">
        {t(kind === 'level' ? 'market.draw.howLevel' : 'market.draw.howLine')}
      </p>
      {preview !== null && ends !== null && (
        <svg className="pointer-events-none absolute inset-0 h-full w-full" aria-hidden>
          <DrawnLine drawing={preview} ends={ends} isSelected />
          {/* After the first of two taps the line has no length yet. */}
          <circle cx={ends[0].x} cy={ends[0].y} r={4} fill="var(--brand)" />
        </svg>
      )}
    </div>
  )
}
