import type { ReactNode } from 'react'

const TONES = {
  up: 'bg-up-wash text-up',
  down: 'bg-down-wash text-down',
  ok: 'bg-ok-wash text-ok',
  warn: 'bg-warn-wash text-warn',
  danger: 'bg-danger-wash text-danger',
  brand: 'bg-brand-wash text-brand',
  grey: 'bg-sunk text-grey-1',
} as const
export type TagTone = keyof typeof TONES

/** A word about a thing (買, 承認, 待ち); never pressed. */
export function Tag({ tone = 'grey', children }: { tone?: TagTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex h-5 shrink-0 items-center rounded-1 px-1.5 text-1 font-strong whitespace-nowrap ${TONES[tone]}`}
    >
      {children}
    </span>
  )
}
