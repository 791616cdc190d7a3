import type { ComponentType } from 'react'
import type { TextArgs } from '#i18n/keys.ts'
import type { Role } from '#modules/staff/model/power.ts'

/** Groups of pages in the list at the side; the first one has no name. */
export const GROUPS = ['start', 'intake', 'listing', 'business', 'check', 'house'] as const

export type PageProps = {
  /** The part after the page's name in the address. */
  rest: readonly string[]
}

/** A page of the console. The server refuses what a role may not read; here it is only left out. */
export type ConsolePage = {
  title: keyof TextArgs
  group: (typeof GROUPS)[number]
  /** Left out: every role. */
  roles?: readonly Role[]
  /** The queues whose waiting cases are counted beside the name. */
  queues?: readonly string[]
  /** The name of each, where there are several. */
  queueNames?: Readonly<Record<string, keyof TextArgs>>
  /** Reached from elsewhere: it does not stand in the list. */
  hidden?: true
  /** Laid out for a phone too; the others say that they are for a wider window. */
  phone?: true
  load: () => Promise<{ default: ComponentType<PageProps> }>
}

/**
 * A module's route to the console: first part of the address → page. `export const pages = { … } satisfies
 * ConsolePages` in `console/pages.ts`.
 */
export type ConsolePages = Readonly<Record<string, ConsolePage>>

export const isFor = ({ roles }: ConsolePage, held: readonly string[]): boolean =>
  roles === undefined || roles.some((role) => held.includes(role))
