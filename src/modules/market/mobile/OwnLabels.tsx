import { useSyncExternalStore } from 'react'
import { storedFlag } from '#client/local-storage.ts'
import { useT } from '#client/texts.ts'
import type { Geometry } from './chart-geometry.ts'
import type { Spot } from './chart-hold.ts'
import { clustersOf, linedFills, spreadOf } from './chart-columns.ts'
import { FILL, labelsOf } from './own-labels.ts'
import type { Fill, Level } from './price-chart.ts'

/** Collapsed by a tap on one of them, on this device. */
const short = storedFlag('chartLabelsShort')
const HEIGHT = 18
/** Under the line that says what the prices are compared with. */
const UNDER_LEGEND = 24
/** From so many on they are written small in a narrow window. */
const SEVERAL = 3
const NARROW = 500

type Lines = { readonly fills: readonly Fill[]; readonly levels: readonly Level[] }

/** One a price, or one for several prices that stand together, unless they are `apart`. */
const placesOf = (chart: Geometry, { fills, levels }: Lines, isApart: boolean, top: number) => {
  const { height } = chart.plot()
  const seen = labelsOf([...fills, ...levels])
    .map((label) => ({ ...label, y: chart.yOf(label.price) ?? -1 }))
    .filter(({ y }) => y >= 0 && y <= height)
  const at = seen.map(({ y, color }) => ({ y, kind: color }))
  const clusters = isApart ? seen.map((_, index) => [index]) : clustersOf(at, HEIGHT)
  const lined = labelsOf(linedFills(fills)).map(({ price }) => price)
  const labels = clusters.flatMap((cluster) => {
    const those = cluster.map((index) => seen[index]!)
    const first = those[0]!
    const isCluster = those.length > 1
    // A holding whose price has no line is said by its mark.
    if (!isApart && !isCluster && first.color === FILL && !lined.includes(first.price)) return []
    const count = those.reduce((sum, label) => sum + label.count, 0)
    return [{ ...first, count, y: those.reduce((sum, { y }) => sum + y, 0) / those.length, isCluster }]
  })
  const placed = spreadOf(
    labels.map(({ y }) => y),
    HEIGHT,
    { top, bottom: height },
  )
  return labels.map((label, index) => ({ ...label, at: placed[index]! }))
}

/** Several at prices beside each other are one, until a tap on it; `setApart`: that they stand apart. */
export type Apart = { readonly isApart: boolean; setApart(isApart: boolean): void }

/** True where a tap was on one of the labels: several in one stand apart, and then all are collapsed. */
export function tapLabels(chart: Geometry, lines: Lines, spot: Spot, { isApart, setApart }: Apart): boolean {
  const hit =
    spot.x <= (short.isSet() ? 24 : 110) &&
    placesOf(chart, lines, isApart, 0).find(({ at }) => Math.abs(at - spot.y) <= HEIGHT)
  if (!hit) return false
  const opens = hit.isCluster && !short.isSet()
  if (!opens) short.set(!short.isSet())
  setApart(opens)
  return true
}

/**
 * Words of the member's lines at the left, over the oldest bars in sight: one a price, moved apart where they
 * are near, each with a way to its line.
 */
export function OwnLabels({
  chart,
  isApart,
  isUnderLegend,
  ...lines
}: Lines & { chart: Geometry; isApart: boolean; isUnderLegend: boolean }) {
  const t = useT()
  useSyncExternalStore(chart.subscribe, chart.frame)
  const isShort = short.useValue()
  const places = placesOf(chart, lines, isApart, isUnderLegend ? UNDER_LEGEND : 0)
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
