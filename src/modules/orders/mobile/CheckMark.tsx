import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react'
import type { Checked } from '#client/signed.ts'
import { ICON } from '#ui/icon.ts'

/** `later`: what it is checked against is not published yet. */
export type CheckState = Checked | 'later' | 'running'

const MARKS = {
  right: <IconCircleCheck {...ICON} className="size-6 shrink-0 text-ok" />,
  wrong: <IconCircleX {...ICON} className="size-6 shrink-0 text-danger" />,
  uncheckable: <IconCircleDashed {...ICON} className="size-6 shrink-0 text-grey-1" />,
  later: <IconCircleDashed {...ICON} className="size-6 shrink-0 text-grey-1" />,
  running: <span className="ring block size-6 shrink-0" aria-hidden />,
} satisfies Record<CheckState, unknown>

/** One thing that was checked, with what came of it. */
export function CheckMark({
  state,
  title,
  note,
}: {
  state: CheckState
  title: string
  note?: string | undefined
}) {
  return (
    <li className="flex gap-3 border-b border-grey-3 px-gutter py-2 last:border-b-0">
      {MARKS[state]}
      <span className="min-w-0">
        <span className="block text-2">{title}</span>
        {note !== undefined && <span className="block text-1 text-grey-1">{note}</span>}
      </span>
    </li>
  )
}
