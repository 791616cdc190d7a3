import type { Screens } from '#client/screens.ts'

export const screens = { financing: () => import('./FinancingPage.tsx') } satisfies Screens
