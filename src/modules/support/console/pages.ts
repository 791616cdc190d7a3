import type { ConsolePages } from '#console/kit/pages.ts'

export const pages = {
  support: {
    title: 'support.console.title',
    phone: true,
    group: 'business',
    roles: ['support'],
    queues: ['chat'],
    load: () => import('./ConversationsPage.tsx'),
  },
  canned: {
    title: 'support.console.canned.title',
    group: 'business',
    roles: ['support'],
    load: () => import('./CannedPage.tsx'),
  },
} satisfies ConsolePages
