import { direction } from '#i18n/format.ts'
import { sparkPoints } from './sparkline.ts'

const STROKES = { up: 'stroke-up', down: 'stroke-down', flat: 'stroke-flat' } as const
const FILLS = { up: 'fill-up-wash', down: 'fill-down-wash', flat: 'fill-sunk' } as const
const DOTS = { up: 'fill-up', down: 'fill-down', flat: 'fill-flat' } as const

type Props = {
  /** Oldest first. */
  values: readonly number[]
  /** Previous close: dotted. The line's colour says above or below it. */
  base?: number | undefined
  width?: number
  height?: number
  /** The wash under the line and a dot at its end: home's assets. */
  area?: boolean
}

/**
 * A small line without an axis; the figure beside it says the same in words, so it is hidden from readers.
 * Fills its parent's width.
 */
export function Sparkline({ values, base, width = 64, height = 28, area }: Props) {
  'use memo'
  if (values.length < 2)
    return <svg viewBox={`0 0 ${width} ${height}`} className="block w-full" aria-hidden />
  const { line, baseY, lastY } = sparkPoints(values, base, width, height)
  const way = direction((values.at(-1) ?? 0) - (base ?? values[0]!))
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className="block w-full overflow-visible" aria-hidden>
      {area && (
        <polygon points={`0,${baseY ?? height} ${line} ${width},${baseY ?? height}`} className={FILLS[way]} />
      )}
      {baseY !== null && (
        <line
          x1="0"
          x2={width}
          y1={baseY}
          y2={baseY}
          className="stroke-grey-2"
          strokeWidth="0.75"
          strokeDasharray="2 2"
        />
      )}
      <polyline
        points={line}
        className={`fill-none ${STROKES[way]}`}
        strokeWidth="1.25"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {area && <circle cx={width} cy={lastY} r="2.5" className={DOTS[way]} />}
    </svg>
  )
}
