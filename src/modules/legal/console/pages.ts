import type { ConsolePages } from '#console/kit/pages.ts'

export const pages = {
  documents: {
    title: 'legal.console.title',
    group: 'business',
    roles: ['administrator', 'auditor'],
    load: () => import('./DocumentsDeskPage.tsx'),
  },
  firm: { title: 'legal.console.firm.title', group: 'house', load: () => import('./FirmDeskPage.tsx') },
} satisfies ConsolePages
