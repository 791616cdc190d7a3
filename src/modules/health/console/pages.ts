import type { ConsolePages } from '#console/kit/pages.ts'

export const pages = {
  health: { title: 'health.console.title', group: 'house', load: () => import('./HealthPage.tsx') },
} satisfies ConsolePages
