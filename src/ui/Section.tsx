import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ICON_XS } from './icon.ts'

/**
 * White, from edge to edge; a band of page colour parts it from the next. `flush` leaves the padding to the
 * rows inside.
 */
export function Section({
  children,
  flush,
  label,
  first,
}: {
  children: ReactNode
  flush?: boolean
  label?: string
  first?: boolean
}) {
  return (
    <section
      aria-label={label}
      className={`bg-surface ${flush ? '' : 'px-gutter py-3'} ${first ? '' : 'mt-band first:mt-0'}`}
    >
      {children}
    </section>
  )
}

type More = { label: string } & ({ href: string; onPress?: never } | { onPress: () => void; href?: never })

/** Title of a section, with a note or a link at its right. Brings its own gutter in a flush section. */
export function SectionHead({
  title,
  note,
  more,
  flush,
}: {
  title: string
  note?: ReactNode
  more?: More
  flush?: boolean
}) {
  return (
    <div
      className={`flex min-h-touch flex-wrap items-center justify-between gap-x-3 ${flush ? 'pl-gutter pt-1' : ''} ${more ? (flush ? 'pr-2' : '-mr-2') : flush ? 'pr-gutter' : ''}`}
    >
      <h2 className="text-3 font-strong">{title}</h2>
      {note && <span className="text-1 text-grey-1">{note}</span>}
      {more && <MoreLink {...more} />}
    </div>
  )
}

function MoreLink({ label, href, onPress }: More) {
  const className = 'pressable flex min-h-touch items-center gap-1 rounded-1 px-2 text-2 text-brand'
  return href === undefined ? (
    <button type="button" className={className} onClick={onPress}>
      {label}
    </button>
  ) : (
    <a className={className} href={href}>
      {label}
      <IconChevronRight {...ICON_XS} />
    </a>
  )
}
