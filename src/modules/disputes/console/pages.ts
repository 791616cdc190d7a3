import type { ConsolePages } from '#console/kit/pages.ts'
import { DISPUTE_READERS } from '../model/powers.ts'

export const pages = {
  disputes: {
    title: 'disputes.console.title',
    group: 'check',
    roles: DISPUTE_READERS,
    queues: ['disputes'],
    load: () => import('./DisputesPage.tsx'),
  },
} satisfies ConsolePages
