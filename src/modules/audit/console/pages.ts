import type { ConsolePages } from '#console/kit/pages.ts'
import { BOOK_READERS, CHECKERS, EXPORTERS, MEMBER_READERS } from '../operator-contract.ts'

export const pages = {
  members: {
    title: 'audit.console.members.title',
    phone: true,
    group: 'business',
    roles: MEMBER_READERS,
    load: () => import('./MembersPage.tsx'),
  },
  search: {
    title: 'audit.console.search.title',
    phone: true,
    group: 'business',
    hidden: true,
    load: () => import('./SearchPage.tsx'),
  },
  searches: {
    title: 'audit.console.searches.title',
    group: 'check',
    roles: CHECKERS,
    load: () => import('./SearchesPage.tsx'),
  },
  ledger: {
    title: 'audit.console.ledger.title',
    group: 'check',
    roles: BOOK_READERS,
    load: () => import('./LedgerPage.tsx'),
  },
  journal: {
    title: 'audit.console.journal.title',
    group: 'check',
    roles: BOOK_READERS,
    load: () => import('./JournalPage.tsx'),
  },
  reconciliation: {
    title: 'audit.console.reconcile.title',
    group: 'check',
    roles: BOOK_READERS,
    load: () => import('./ReconciliationPage.tsx'),
  },
  exports: {
    title: 'audit.console.exports.title',
    group: 'check',
    roles: EXPORTERS,
    load: () => import('./ExportsPage.tsx'),
  },
} satisfies ConsolePages
