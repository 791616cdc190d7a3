import type { ReactNode } from 'react'
import { useT } from '#client/texts.ts'
import { hrefOf } from '#console/kit/address.ts'
import { Mark } from '#console/kit/Control.tsx'

/**
 * The head of a page about one thing: the way back to the list, what it is, and that all of it is simulated.
 */
export function Heading({
  back,
  title,
  children,
}: {
  back: { page: string; label: string }
  title: ReactNode
  children?: ReactNode
}) {
  const t = useT()
  return (
    <div className="flex flex-wrap items-center gap-3 border-b border-grey-3 px-4 py-2">
      <a className="desk-link" href={hrefOf(back.page)}>
        ‹ {back.label}
      </a>
      <h1 className="text-3 font-strong">{title}</h1>
      <Mark tone="warn">{t('ui.simulated')}</Mark>
      {children}
    </div>
  )
}
