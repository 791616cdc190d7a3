import type { ConsolePages } from '#console/kit/pages.ts'

const ROLES = ['administrator', 'auditor'] as const

export const pages = {
  fees: {
    title: 'schedules.console.title',
    group: 'house',
    roles: ROLES,
    load: () => import('./FeesPage.tsx'),
  },
  limits: {
    title: 'schedules.console.limits.title',
    group: 'house',
    roles: ROLES,
    load: () => import('./LimitsPage.tsx'),
  },
  days: {
    title: 'schedules.console.days.title',
    group: 'house',
    roles: ROLES,
    load: () => import('./DaysPage.tsx'),
  },
  hours: {
    title: 'schedules.console.hours.title',
    group: 'house',
    roles: ROLES,
    load: () => import('./HoursPage.tsx'),
  },
  invitations: {
    title: 'schedules.console.invitations.title',
    group: 'house',
    roles: ROLES,
    load: () => import('./InvitationsPage.tsx'),
  },
} satisfies ConsolePages
