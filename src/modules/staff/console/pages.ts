import type { ConsolePages } from '#console/kit/pages.ts'

export const pages = {
  '': {
    title: 'staff.console.overview.title',
    group: 'start',
    phone: true,
    load: () => import('./OverviewPage.tsx'),
  },
  appeals: {
    title: 'staff.console.appeals.title',
    phone: true,
    group: 'intake',
    roles: ['reviewer', 'auditor'],
    queues: ['appeals'],
    load: () => import('./AppealsPage.tsx'),
  },
  approvals: {
    title: 'staff.console.approvals.title',
    phone: true,
    group: 'check',
    queues: ['signatures'],
    load: () => import('./ApprovalsPage.tsx'),
  },
  lists: { title: 'staff.console.lists.title', group: 'check', load: () => import('./ListsPage.tsx') },
  audit: { title: 'staff.console.audit.title', group: 'check', load: () => import('./AuditPage.tsx') },
  operators: {
    title: 'staff.console.operators.title',
    group: 'house',
    load: () => import('./OperatorsPage.tsx'),
  },
  powers: { title: 'staff.console.powers.title', group: 'house', load: () => import('./PowersPage.tsx') },
  settings: {
    title: 'staff.console.settings.title',
    phone: true,
    group: 'house',
    load: () => import('./SettingsPage.tsx'),
  },
} satisfies ConsolePages
