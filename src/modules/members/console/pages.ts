import type { ConsolePages } from '#console/kit/pages.ts'

export const pages = {
  identity: {
    title: 'members.console.title',
    group: 'intake',
    roles: ['reviewer', 'auditor'],
    queues: ['identity'],
    load: () => import('./IdentityDeskPage.tsx'),
  },
} satisfies ConsolePages
