import type { Screens } from '#client/screens.ts'

export const screens = { ipo: () => import('./IpoPage.tsx') } satisfies Screens
