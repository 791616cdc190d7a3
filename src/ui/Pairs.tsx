import type { ReactNode } from 'react'

export type Pair = readonly [label: string, figure: ReactNode]

/** Labels and figures, two a line; one a line where a language needs the module. */
export function Pairs({ rows }: { rows: readonly Pair[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-x-4">
      {rows.map(([label, figure]) => (
        <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-2 py-1 text-2">
          <dt className="text-1 text-grey-1">{label}</dt>
          <dd className="ml-auto text-right whitespace-nowrap">{figure}</dd>
        </div>
      ))}
    </dl>
  )
}
