import type { Drawing } from '#modules/watchlists/model/drawings.ts'
import type { Spot } from './chart-hold.ts'

type Props = { drawing: Drawing; ends: readonly [Spot, Spot]; isSelected: boolean }

/** The line of a drawing; a ruler's stands across the field that it measures. */
export function DrawnLine({ drawing: { kind }, ends: [a, b], isSelected }: Props) {
  return (
    <g stroke="var(--brand)" strokeWidth={isSelected ? 2.5 : 1.5}>
      {kind === 'ruler' && (
        <rect
          x={Math.min(a.x, b.x)}
          y={Math.min(a.y, b.y)}
          width={Math.abs(a.x - b.x)}
          height={Math.abs(a.y - b.y)}
          fill="var(--brand)"
          fillOpacity={0.12}
          strokeWidth={1}
        />
      )}
      <line x1={a.x} y1={a.y} x2={b.x} y2={b.y} {...(kind === 'ruler' ? { strokeDasharray: '4 3' } : {})} />
    </g>
  )
}
