import type { ReactNode } from 'react'
import type { TermName } from '#client/help.ts'
import { Term } from './Term.tsx'

type RowProps = {
  label: ReactNode
  /** Name of the term that the label is: it explains itself at a long press. */
  term?: TermName | undefined
  children: ReactNode
  /** The line that decides. */
  strong?: boolean
  /** A sentence under the line. */
  note?: ReactNode
}

/** Label left, figure right. The figure never wraps; the label does. */
export function DefinitionRow({ label, term, children, strong, note }: RowProps) {
  return (
    <div
      className={`flex flex-wrap items-baseline justify-between gap-x-3 py-1.5 text-2 ${strong ? 'font-strong' : ''}`}
    >
      <dt className={`max-w-full ${strong ? 'text-ink' : 'text-grey-1'}`}>
        {term === undefined ? label : <Term name={term}>{label}</Term>}
      </dt>
      <dd className="ml-auto text-right">{children}</dd>
      {note && <dd className="w-full text-1 font-regular text-grey-1">{note}</dd>}
    </div>
  )
}

export function DefinitionList({ children, label }: { children: ReactNode; label?: string }) {
  return <dl aria-label={label}>{children}</dl>
}
