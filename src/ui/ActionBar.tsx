import type { ReactNode } from 'react'

/** Fixed at the foot of a page: the figures that must stay in sight, over one row of buttons. */
export function ActionBar({ summary, children }: { summary?: ReactNode; children: ReactNode }) {
  return (
    <div className="border-t border-grey-3 bg-surface px-gutter pt-3 pb-[calc(var(--s3)+var(--safe-b))]">
      {summary && <div className="pb-3">{summary}</div>}
      <div className="flex items-stretch gap-2">{children}</div>
    </div>
  )
}
