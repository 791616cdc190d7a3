import type { Screens } from '#client/screens.ts'

export const screens = { margin: () => import('./MarginPage.tsx') } satisfies Screens
