import type { ConsolePages } from '#console/kit/pages.ts'

export const pages = {
  duty: { title: 'duty.console.title', group: 'start', phone: true, load: () => import('./DutyPage.tsx') },
} satisfies ConsolePages
