import { lazy, type ComponentType } from 'react'
import { setPages } from '#console/kit/registry.ts'
import type { ConsolePage, ConsolePages, PageProps } from '#console/kit/pages.ts'

// Each module's route; only the arrows to its pages are in the first load.
const routes = import.meta.glob<ConsolePages>('../modules/*/console/pages.ts', {
  eager: true,
  import: 'pages',
})

/** The order in which work comes in; pages that are not named stand after these, by module. */
const FIRST = [
  '',
  'identity',
  'bank-accounts',
  'deposits',
  'withdrawals',
  'loans',
  'copy',
  'appeals',
  'listings',
  'support',
  'news',
  'members',
  'approvals',
  'ledger',
]
const placeOf = (name: string): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length)

/** All pages of the console by the first part of their address; '' is the overview. */
export const PAGES: ConsolePages = Object.fromEntries(
  Object.values(routes)
    .flatMap((pages) => Object.entries(pages))
    .toSorted(([a], [b]) => placeOf(a) - placeOf(b)),
)
setPages(PAGES)

const made = new Map<ConsolePage, ComponentType<PageProps>>()
/** The component of a page; its code comes when it is first shown. */
export function componentOf(page: ConsolePage): ComponentType<PageProps> {
  const known = made.get(page) ?? lazy(page.load)
  made.set(page, known)
  return known
}
