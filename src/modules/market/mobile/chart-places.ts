import { tenthsOf, yenOf, type PriceYen } from '#kernel/price.ts'
import { DAY } from '#kernel/time.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'
import { roundToTick } from '#modules/instruments/model/tick.ts'
import type { Drawing, Point } from '#modules/watchlists/model/drawings.ts'
import type { Geometry } from './chart-geometry.ts'
import type { Spot } from './chart-hold.ts'

type Bar = { readonly at: string }

/** The price of the grid next to one of the chart. */
export const onTick = (price: PriceYen, table: TickTable): PriceYen =>
  yenOf(roundToTick(tenthsOf(Math.round(price * 10) / 10), table, 'nearest'))

/**
 * The number of the bar into which a moment falls, of whatever interval the chart is now. Before the first
 * bar it goes on at the pace of the bars that there are, so that a line keeps its slope as far as that is
 * known.
 */
export function indexOf(bars: readonly Bar[], at: string): number {
  let [from, to] = [0, bars.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (bars[middle]!.at <= at) from = middle + 1
    else to = middle
  }
  if (from > 0 || bars.length === 0) return from - 1
  const [first, last] = [Date.parse(bars[0]!.at), Date.parse(bars.at(-1)!.at)]
  const pace = bars.length > 1 ? (last - first) / (bars.length - 1) : DAY
  return (Date.parse(at) - first) / pace
}

/** Position of a point of a drawing. */
export const spotOf = (chart: Geometry, bars: readonly Bar[], { at, price }: Point): Spot => ({
  x: chart.xOf(indexOf(bars, at)) ?? 0,
  y: chart.yOf(price) ?? 0,
})

/** The ends of a drawing's line: a level goes across the chart. */
export function endsOf(
  chart: Geometry,
  bars: readonly Bar[],
  { kind, points }: Drawing,
): readonly [Spot, Spot] {
  const [first, second = first] = points.map((point) => spotOf(chart, bars, point)) as [Spot, Spot?]
  return kind === 'level'
    ? [
        { x: 0, y: first.y },
        { x: chart.plot().width, y: first.y },
      ]
    : [first, second]
}

/** The distance of a spot from the line between two. */
export function distance(spot: Spot, [a, b]: readonly [Spot, Spot]): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const length = dx * dx + dy * dy
  const part = length === 0 ? 0 : ((spot.x - a.x) * dx + (spot.y - a.y) * dy) / length
  const at = Math.min(Math.max(part, 0), 1)
  return Math.hypot(spot.x - a.x - at * dx, spot.y - a.y - at * dy)
}

/** The drawing under a finger, the nearest one; null where none is within reach. */
export function drawingAt(
  chart: Geometry,
  bars: readonly Bar[],
  drawings: readonly Drawing[],
  spot: Spot,
): number | null {
  let [nearest, least] = [null as number | null, REACH]
  for (const [index, drawing] of drawings.entries()) {
    const away = distance(spot, endsOf(chart, bars, drawing))
    if (away > least) continue
    nearest = index
    least = away
  }
  return nearest
}

/** Half a finger. */
const REACH = 22

/** Points moved by so many bars and so much price together, as far as the first of them can go. */
export function shifted(
  points: readonly Point[],
  bars: readonly Bar[],
  { by, price, tickTable }: { by: number; price: PriceYen; tickTable: TickTable },
): Point[] {
  const indices = points.map(({ at }) => Math.max(Math.round(indexOf(bars, at)), 0))
  const [least, most] = [-Math.min(...indices), bars.length - 1 - Math.max(...indices)]
  const steps = Math.min(Math.max(by, least), most)
  return points.map((point, index) => ({
    at: bars[indices[index]! + steps]!.at,
    price: Math.max(onTick(Math.max(point.price + price, 0.1), tickTable), 0.1),
  }))
}
