import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Checked } from '#client/signed.ts'
import { ICON } from '#ui/icon.ts'

const MARKS = {
  right: <IconCircleCheck {...ICON} className="size-6 shrink-0 text-ok" />,
  wrong: <IconCircleX {...ICON} className="size-6 shrink-0 text-danger" />,
  uncheckable: <IconCircleDashed {...ICON} className="size-6 shrink-0 text-grey-1" />,
}

/** One thing that was checked, as the mark at its side says. */
export function Step({ state, title, children }: { state: Checked; title: string; children?: ReactNode }) {
  return (
    <li className="flex gap-3 border-t border-grey-3 py-2 first:border-t-0">
      {MARKS[state]}
      <span className="min-w-0 grow">
        <span className="block text-2 font-strong">{title}</span>
        {children !== undefined && <span className="block text-1 text-grey-1">{children}</span>}
      </span>
    </li>
  )
}

export const markOf = (isRight: boolean): Checked => (isRight ? 'right' : 'wrong')
