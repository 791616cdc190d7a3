import type { ConsolePages } from '#console/kit/pages.ts'

export const pages = {
  copy: {
    title: 'copy.console.title',
    group: 'intake',
    roles: ['reviewer', 'auditor', 'administrator'],
    queues: ['copy-subscriptions'],
    load: () => import('./CopyDeskPage.tsx'),
  },
} satisfies ConsolePages
