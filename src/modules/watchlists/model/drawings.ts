import { tenthsOf, yenOf, type PriceYen } from '#kernel/price.ts'
import { no, ok, type Result } from '#kernel/result.ts'
import { DRAWING_KINDS, type DrawingKind } from './drawing-kinds.ts'

/** A place on a chart: the beginning of a bar, and a price in the shares in which the bars were. */
export type Point = { readonly at: string; readonly price: PriceYen }
/**
 * A line that a member has drawn on the chart of an issue: a trend line, a level across the chart, or a ruler
 * that measures from its first point to its second.
 */
export type Drawing = { readonly kind: DrawingKind; readonly points: readonly Point[] }

/** Of an issue, and issues with any: more would hide the bars, and a member's rows would have no bound. */
export const MOST_DRAWINGS = 20
export const MOST_DRAWN_ISSUES = 100

export const pointsOf: Readonly<Record<DrawingKind, 1 | 2>> = { trend: 2, level: 1, ruler: 2 }

export function acceptedDrawings(
  drawings: readonly Drawing[],
): Result<readonly Drawing[], 'DRAWING_INVALID' | 'TOO_MANY_DRAWINGS'> {
  if (drawings.length > MOST_DRAWINGS) return no('TOO_MANY_DRAWINGS', { most: MOST_DRAWINGS })
  return drawings.every(({ kind, points }) => points.length === pointsOf[kind])
    ? ok(drawings)
    : no('DRAWING_INVALID')
}

/**
 * Drawings of before a split in the shares of after it, `shares` new ones for an old one: they stay where
 * they were on bars that are rebased in the same way.
 */
export const rebasedDrawings = (drawings: readonly Drawing[], shares: number): readonly Drawing[] =>
  shares === 1
    ? drawings
    : drawings.map(({ kind, points }) => ({
        kind,
        points: points.map(({ at, price }) => ({
          at,
          price: yenOf(Math.max(Math.round(tenthsOf(price) / shares), 1)),
        })),
      }))

const isPoint = (kept: unknown): kept is Point => {
  const { at, price } = fieldsOf(kept)
  return typeof at === 'string' && !Number.isNaN(Date.parse(at)) && typeof price === 'number' && price > 0
}

/** Drawings that a guest's device has kept, as far as this version knows them. */
export function readDrawings(kept: unknown): readonly Drawing[] {
  const known = (Array.isArray(kept) ? kept : []).flatMap((one): Drawing[] => {
    const { kind, points } = fieldsOf(one)
    const known = DRAWING_KINDS.find((each) => each === kind)
    return known !== undefined && Array.isArray(points) && points.every(isPoint)
      ? [{ kind: known, points: points.map(({ at, price }) => ({ at, price })) }]
      : []
  })
  const read = acceptedDrawings(known)
  return read.ok ? read.value : []
}

const fieldsOf = (kept: unknown): Record<string, unknown> =>
  typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {}
