import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ICON_S } from './icon.ts'

const TONES = {
  info: 'bg-brand-wash [--notice:var(--brand)]',
  warn: 'bg-warn-wash [--notice:var(--warn)]',
  danger: 'bg-danger-wash [--notice:var(--danger)]',
} as const

type Props = {
  tone?: keyof typeof TONES
  /** An icon by `ICON_S`. */
  icon?: ReactNode
  title: string
  note?: ReactNode
  /** Words at the right; without them a chevron shows that it leads somewhere. */
  action?: string
} & (
  | { href: string; onPress?: never }
  | { onPress: () => void; href?: never }
  | { href?: never; onPress?: never }
)

/** From edge to edge, one per screen: connection before margin call before action needed before identity. */
export function Notice({ tone = 'info', icon, title, note, action, href, onPress }: Props) {
  const className = `flex w-full items-center gap-3 px-gutter py-3 text-left ${TONES[tone]}`
  const body = (
    <>
      {icon && <span className="shrink-0 text-(--notice)">{icon}</span>}
      <span className="min-w-0 grow">
        <span className="block text-2 font-strong">{title}</span>
        {note && <span className="block text-1 text-grey-1">{note}</span>}
      </span>
      {action ? (
        <span className="shrink-0 text-2 text-brand">{action}</span>
      ) : (
        (href ?? onPress) && <IconChevronRight {...ICON_S} className="size-5 shrink-0 text-grey-1" />
      )}
    </>
  )
  if (href !== undefined)
    return (
      <a className={`mt-band ${className}`} href={href}>
        {body}
      </a>
    )
  if (onPress !== undefined)
    return (
      <button type="button" className={`mt-band ${className}`} onClick={onPress}>
        {body}
      </button>
    )
  return (
    <div role="status" className={`mt-band ${className}`}>
      {body}
    </div>
  )
}
