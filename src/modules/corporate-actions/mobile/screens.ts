import type { Screens } from '#client/screens.ts'

export const screens = { dividends: () => import('./DividendsPage.tsx') } satisfies Screens
