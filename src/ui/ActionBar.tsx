import type { ReactNode } from 'react'

/**
 * Fixed at the foot of a page: the figures that must stay in sight, over one row of buttons. In a low window
 * only the buttons stay.
 */
export function ActionBar({ summary, children }: { summary?: ReactNode; children: ReactNode }) {
  return (
    <>
      {summary && (
        <div className="foot-summary border-t border-grey-3 bg-surface px-gutter pt-3">{summary}</div>
      )}
      <div
        className={`foot-actions flex items-stretch gap-2 border-grey-3 bg-surface px-gutter pt-3 pb-[calc(var(--s3)+var(--safe-b))] low:pt-1 low:pb-[calc(var(--s1)+var(--safe-b))] ${summary ? '' : 'border-t'}`}
      >
        {children}
      </div>
    </>
  )
}
