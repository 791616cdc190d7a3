import type { Screens } from '#client/screens.ts'

export const screens = { dayTrade: () => import('./DayTradePage.tsx') } satisfies Screens
