import type { ConsolePages } from '#console/kit/pages.ts'
import { CASE_READERS } from '../model/powers.ts'

export const pages = {
  cases: {
    title: 'signals.console.title',
    group: 'check',
    roles: CASE_READERS,
    queues: ['cases'],
    load: () => import('./CasesPage.tsx'),
  },
} satisfies ConsolePages
