import type { Screens } from '#client/screens.ts'

export const screens = { marketDays: () => import('./MarketDaysPage.tsx') } satisfies Screens
