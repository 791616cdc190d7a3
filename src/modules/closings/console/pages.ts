import type { ConsolePages } from '#console/kit/pages.ts'
import { CLOSING_READERS } from '../model/powers.ts'

export const pages = {
  figures: {
    title: 'closings.console.figures',
    group: 'start',
    roles: CLOSING_READERS,
    load: () => import('./FiguresPage.tsx'),
  },
  closings: {
    title: 'closings.console.title',
    group: 'check',
    roles: CLOSING_READERS,
    load: () => import('./ClosingsPage.tsx'),
  },
  'figure-rows': {
    title: 'closings.console.behind',
    group: 'check',
    roles: CLOSING_READERS,
    hidden: true,
    load: () => import('./BehindPage.tsx'),
  },
} satisfies ConsolePages
