import type { ConsolePages } from '#console/kit/pages.ts'

export const pages = {
  fees: { title: 'schedules.console.title', group: 'house', roles: ['administrator', 'auditor'], load: () => import('./FeesPage.tsx') },
} satisfies ConsolePages
