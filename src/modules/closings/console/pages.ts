import type { ConsolePages } from '#console/kit/pages.ts'
import { CLOSING_READERS } from '../model/powers.ts'

export const pages = {
  closings: {
    title: 'closings.console.title',
    group: 'check',
    roles: CLOSING_READERS,
    load: () => import('./ClosingsPage.tsx'),
  },
} satisfies ConsolePages
