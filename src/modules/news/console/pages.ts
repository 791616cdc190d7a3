import type { ConsolePages } from '#console/kit/pages.ts'

export const pages = {
  news: {
    title: 'news.console.title',
    group: 'business',
    roles: ['support', 'auditor', 'administrator'],
    load: () => import('./NewsDeskPage.tsx'),
  },
  feeds: {
    title: 'news.console.feeds.title',
    group: 'business',
    roles: ['support', 'auditor', 'administrator'],
    load: () => import('./FeedsPage.tsx'),
  },
} satisfies ConsolePages
