import type { ConsolePages } from '#console/kit/pages.ts'

export const pages = {
  listings: {
    title: 'listings.console.title',
    group: 'listing',
    roles: ['listing', 'auditor', 'administrator'],
    load: () => import('./ListingsPage.tsx'),
  },
} satisfies ConsolePages
