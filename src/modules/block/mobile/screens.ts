import type { Screens } from '#client/screens.ts'

export const screens = { blockTrade: () => import('./BlockPage.tsx') } satisfies Screens
