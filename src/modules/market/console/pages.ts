import type { ConsolePages } from '#console/kit/pages.ts'

export const pages = {
  market: { title: 'market.console.title', group: 'check', load: () => import('./MonitorPage.tsx') },
} satisfies ConsolePages
