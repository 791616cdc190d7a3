import { linesInBox, type Line } from './lines-chart.ts'

const STROKES = { own: 'stroke-brand', other: 'stroke-(--ma-long)' } as const
export type ChartLine = { readonly kind: keyof typeof STROKES; readonly values: Line }

type Props = {
  /** The picture in words. */
  label: string
  lines: readonly ChartLine[]
  /** The value that the lines are held against: a thin axis with its value beside it. */
  base: number
  /** The words for a value at the edge of the scale. */
  worded: (value: number) => string
  /** Below the left and the right edge. */
  from: string
  to: string
}

const [WIDTH, HEIGHT] = [320, 132]
/** Height of a value's words at the edge. */
const LINE = 20

/** Lines over the same days, with the highest and the lowest value and the base at the right edge. */
export function LinesChart({ label, lines, base, worded, from, to }: Props) {
  'use memo'
  const { low, high, baseY, points } = linesInBox(
    lines.map(({ values }) => values),
    base,
    WIDTH,
    HEIGHT,
  )
  return (
    <div role="img" aria-label={label}>
      <div className="flex items-stretch gap-2">
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="block h-33 min-w-0 grow overflow-visible"
          aria-hidden
        >
          <line
            x1="0"
            x2={WIDTH}
            y1={baseY}
            y2={baseY}
            className="stroke-grey-3"
            strokeWidth="1"
            vectorEffect="non-scaling-stroke"
          />
          {lines.map(({ kind }, n) => (
            <polyline
              key={kind}
              points={points[n]}
              className={`fill-none ${STROKES[kind]}`}
              strokeWidth={kind === 'own' ? 2 : 1.5}
              strokeDasharray={kind === 'own' ? undefined : '5 3'}
              strokeLinejoin="round"
              strokeLinecap="round"
              vectorEffect="non-scaling-stroke"
            />
          ))}
        </svg>
        <span className="relative w-14 shrink-0 text-right text-1 text-grey-1" aria-hidden>
          {high > base && <span className="absolute top-0 right-0">{worded(high)}</span>}
          {low < base && <span className="absolute right-0 bottom-0">{worded(low)}</span>}
          {(high === base || baseY > LINE) && (low === base || baseY < HEIGHT - LINE) && (
            <span
              className="absolute right-0 -translate-y-1/2"
              style={{ top: `${(Math.min(Math.max(baseY, LINE / 2), HEIGHT - LINE / 2) / HEIGHT) * 100}%` }}
            >
              {worded(base)}
            </span>
          )}
        </span>
      </div>
      <div className="flex justify-between pt-1 pr-16 text-1 text-grey-1" aria-hidden>
        <span>{from}</span>
        <span>{to}</span>
      </div>
    </div>
  )
}
