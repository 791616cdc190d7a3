import type { ReactNode } from 'react'
import { direction } from '#i18n/format.ts'

const FILLS = { up: 'bg-up', down: 'bg-down', flat: 'bg-grey-2' } as const

export type Bar = {
  readonly id: string
  readonly label: ReactNode
  readonly figure: ReactNode
  readonly note?: ReactNode
  /** The length of the bar against the longest; below 0 it has the colour of a fall. */
  readonly size: number
}

/** Figures with a bar each, all on the longest one's scale; `signed`: in the colours of their directions. */
export function BarList({ label, bars, signed }: { label: string; bars: readonly Bar[]; signed?: boolean }) {
  const longest = Math.max(1, ...bars.map(({ size }) => Math.abs(size)))
  return (
    <ul aria-label={label}>
      {bars.map(({ id, label: name, figure, note, size }) => (
        <li key={id} className="py-2">
          <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-2">
            <span className="min-w-0">{name}</span>
            <span className="ml-auto text-right whitespace-nowrap">{figure}</span>
          </div>
          <div className="mt-1 h-1.5 overflow-hidden rounded-round bg-sunk" aria-hidden>
            <div
              className={`h-full rounded-round ${signed ? FILLS[direction(size)] : 'bg-brand-bright'}`}
              style={{ width: `${(Math.abs(size) / longest) * 100}%` }}
            />
          </div>
          {note && <p className="pt-0.5 text-1 text-grey-1">{note}</p>}
        </li>
      ))}
    </ul>
  )
}
