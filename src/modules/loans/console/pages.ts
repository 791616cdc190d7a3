import type { ConsolePages } from '#console/kit/pages.ts'

export const pages = {
  loans: {
    title: 'loans.console.title',
    group: 'intake',
    roles: ['reviewer', 'auditor', 'administrator'],
    queues: ['loans'],
    load: () => import('./LoansDeskPage.tsx'),
  },
} satisfies ConsolePages
