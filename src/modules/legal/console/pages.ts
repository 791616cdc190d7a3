import type { ConsolePages } from '#console/kit/pages.ts'

export const pages = {
  documents: {
    title: 'legal.console.title',
    group: 'business',
    roles: ['administrator', 'auditor'],
    load: () => import('./DocumentsDeskPage.tsx'),
  },
} satisfies ConsolePages
