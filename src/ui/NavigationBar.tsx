import { IconChevronLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { navigate, usePage } from '#client/navigation.ts'
import { useServerInfo } from '#client/server-info.ts'
import { useT } from '#client/texts.ts'
import { ICON } from './icon.ts'
import { SimulatedBadge } from './SimulatedBadge.tsx'
import { titleLook } from './title-look.ts'

type Props = {
  title: string
  /** Stands in the title's place (home's search box); the title is then read aloud only. */
  children?: ReactNode
  /** At most three `NavAction`s. */
  actions?: ReactNode
  back?: boolean
}

/** The bar in the header of every page: back where something lies below, title, badge, actions. */
export function NavigationBar({ title, children, actions, back }: Props) {
  const t = useT()
  const { depth } = usePage()
  const hasBack = back ?? depth > 0
  return (
    <div className="nav-bar flex shrink-0 items-center bg-surface pt-safe-t">
      <div
        className={`flex h-nav min-w-0 grow items-center gap-2 ${hasBack ? 'pl-0' : 'pl-4'} ${actions ? 'pr-2' : 'pr-4'}`}
      >
        {hasBack && (
          <button
            type="button"
            className="pressable -mr-2 grid size-touch shrink-0 place-items-center rounded-1"
            aria-label={t('ui.back')}
            onClick={() => navigate.back()}
          >
            <IconChevronLeft {...ICON} />
          </button>
        )}
        {children ? (
          <h1 className="sr-only">{title}</h1>
        ) : (
          <Title title={title} hasActions={actions !== undefined} />
        )}
        {children}
        {!children && <span className="grow" />}
        {actions && <div className="flex shrink-0 items-center">{actions}</div>}
      </div>
    </div>
  )
}

const SIZES = { 3: 'text-3', 2: 'text-2 leading-tight', 1: 'text-1 leading-tight' } as const

/** The title with the badge: beside it, or under a long one. */
function Title({ title, hasActions }: { title: string; hasActions: boolean }) {
  const { replayed } = useServerInfo()
  // A replay's badge has two lines itself.
  const { size, isOver } = titleLook(title, hasActions, replayed === null)
  return (
    <div className={`flex min-w-0 ${isOver ? 'flex-col items-start' : 'items-center gap-2'}`}>
      <h1 className={`line-clamp-2 min-w-0 font-strong ${SIZES[size]}`}>{title}</h1>
      <SimulatedBadge />
    </div>
  )
}

type ActionProps = {
  icon: ReactNode
  label: string
  /** A red dot, with words for those who cannot see it. */
  badge?: boolean
  pressed?: boolean
} & ({ href: string; onPress?: never } | { onPress: () => void; href?: never })

/** An icon of 44 × 44 at the right of the bar. */
export function NavAction({ icon, label, badge, pressed, href, onPress }: ActionProps) {
  const t = useT()
  const name = badge ? `${label}（${t('ui.unread')}）` : label
  const className = 'pressable relative grid size-touch place-items-center rounded-1'
  const body = (
    <>
      {icon}
      {badge && <span className="absolute top-2.5 right-2.5 size-2 rounded-round bg-danger" />}
    </>
  )
  return href === undefined ? (
    <button type="button" className={className} aria-label={name} aria-pressed={pressed} onClick={onPress}>
      {body}
    </button>
  ) : (
    <a className={className} aria-label={name} href={href}>
      {body}
    </a>
  )
}
