import type { ReactNode } from 'react'
import type { TermName } from '#client/help.ts'
import { direction } from '#i18n/format.ts'
import { Term } from './Term.tsx'

export type Tone = 'auto' | 'up' | 'down' | 'flat' | 'ink' | 'grey' | 'brand' | 'warn' | 'danger' | 'ok'
const TONES: Record<Exclude<Tone, 'auto'>, string> = {
  up: 'text-up',
  down: 'text-down',
  flat: 'text-flat',
  ink: 'text-ink',
  grey: 'text-grey-1',
  brand: 'text-brand',
  warn: 'text-warn',
  danger: 'text-danger',
  ok: 'text-ok',
}
/** Colour class of a figure; `auto` follows its sign. */
export const toneClass = (tone: Tone, value?: number | null): string =>
  TONES[tone === 'auto' ? direction(value) : tone]

const SIZES = { 1: 'text-1', 2: 'text-2', 3: 'text-3', 4: 'text-4' } as const
export type FigureProps = {
  /** The formatted text, sign and arrow included. */
  children: ReactNode
  /** The number behind it, for the tone `auto` and for flashing. */
  value?: number | null | undefined
  /** 円, 株: small and regular beside the figure. */
  unit?: string
  size?: keyof typeof SIZES
  tone?: Tone
  strong?: boolean
}

/** A figure: tabular, never wrapped. */
export function Figure({ children, value, unit, size = 2, tone = 'ink', strong = size > 2 }: FigureProps) {
  return (
    <span
      className={`${SIZES[size]} ${strong ? 'font-strong' : ''} whitespace-nowrap ${toneClass(tone, value)}`}
    >
      {children}
      {unit && <span className={`${size === 4 ? 'text-2' : 'text-1'} ml-1 font-regular`}>{unit}</span>}
    </span>
  )
}

const ALIGN = { left: 'text-left', center: 'text-center', right: 'text-right' } as const

/**
 * A caption over a figure. Stands in a `StatRow`. `href`: what explains the figure; the whole of it is
 * pressed.
 */
export function Stat({
  label,
  term,
  children,
  align = 'left',
  href,
}: {
  label: string
  /** The label's name as a term; not beside `href`, which takes every press. */
  term?: TermName
  children: ReactNode
  align?: keyof typeof ALIGN
  href?: string
}) {
  return (
    <div className={`relative min-w-0 ${ALIGN[align]}`}>
      <dt className="text-1 text-grey-1">{term === undefined ? label : <Term name={term}>{label}</Term>}</dt>
      <dd className="text-2 font-strong whitespace-nowrap">
        {href === undefined ? (
          children
        ) : (
          <a className="after:absolute after:inset-x-0 after:-inset-y-1" href={href}>
            {children}
          </a>
        )}
      </dd>
    </div>
  )
}

/** Figures side by side: the first at the left edge, the last at the right. */
export function StatRow({ children }: { children: ReactNode }) {
  return <dl className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">{children}</dl>
}
