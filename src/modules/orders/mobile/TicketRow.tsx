import type { ReactNode } from 'react'

/** One line of the ticket: the word left, its control right; the column widens with the language. */
export function TicketRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-start gap-3">
      <span className="min-h-control flex w-18 shrink-0 dense:w-15 items-center text-2" aria-hidden>
        {label}
      </span>
      <div className="min-w-0 grow">{children}</div>
    </div>
  )
}
