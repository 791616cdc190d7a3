import { useSyncExternalStore } from 'react'
import { storedFlag } from '#client/local-storage.ts'
import { useT } from '#client/texts.ts'
import type { Geometry } from './chart-geometry.ts'
import type { Spot } from './chart-hold.ts'
import { spreadOf } from './chart-columns.ts'
import { labelsOf } from './own-labels.ts'
import type { Fill, Level } from './price-chart.ts'

/** Collapsed by a tap on one of them, on this device. */
const short = storedFlag('chartLabelsShort')
const HEIGHT = 18
/** Under the line that says what the prices are compared with. */
const UNDER_LEGEND = 24
/** From so many on they are written small in a narrow window. */
const SEVERAL = 3
const NARROW = 500

const placesOf = (chart: Geometry, lines: readonly (Fill | Level)[], top: number) => {
  const { height } = chart.plot()
  const seen = labelsOf(lines)
    .map((label) => ({ ...label, y: chart.yOf(label.price) ?? -1 }))
    .filter(({ y }) => y >= 0 && y <= height)
  const placed = spreadOf(
    seen.map(({ y }) => y),
    HEIGHT,
    { top, bottom: height },
  )
  return seen.map((label, index) => ({ ...label, at: placed[index]! }))
}

/** True where a tap was on one of the labels: they are collapsed, or shown again. */
export function tapLabels(chart: Geometry, lines: readonly (Fill | Level)[], spot: Spot): boolean {
  const isHit =
    spot.x <= (short.isSet() ? 24 : 110) &&
    placesOf(chart, lines, 0).some(({ at }) => Math.abs(at - spot.y) <= HEIGHT)
  if (isHit) short.set(!short.isSet())
  return isHit
}

/**
 * Words of the member's lines at the left, over the oldest bars in sight: one a price, moved apart where they
 * are near, each with a way to its line.
 */
export function OwnLabels({
  chart,
  lines,
  isUnderLegend,
}: {
  chart: Geometry
  lines: readonly (Fill | Level)[]
  isUnderLegend: boolean
}) {
  const t = useT()
  useSyncExternalStore(chart.subscribe, chart.frame)
  const isShort = short.useValue()
  const places = placesOf(chart, lines, isUnderLegend ? UNDER_LEGEND : 0)
  const isSmall = places.length >= SEVERAL && chart.plot().width < NARROW
  return places.map(({ price, label, count, color, y, at }) => (
    <div key={`${price} ${color}`} aria-hidden className="pointer-events-none!">
      <span
        className="absolute left-0 w-0.5"
        style={{
          top: Math.min(y, at),
          height: Math.max(Math.abs(y - at), 1),
          backgroundColor: `var(${color})`,
        }}
      />
      <span
        className={`absolute left-0 -translate-y-1/2 rounded-r-0 whitespace-nowrap text-surface ${
          isShort ? 'h-2 w-2' : isSmall ? 'text-tab px-1' : 'text-1 px-1'
        }`}
        style={{ top: at, backgroundColor: `var(${color})` }}
      >
        {!isShort && (count === 1 ? label : t('market.own.several', { label, others: count - 1 }))}
      </span>
    </div>
  ))
}
