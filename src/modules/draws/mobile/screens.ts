import type { Screens } from '#client/screens.ts'

export const screens = { drawCheck: () => import('./CheckPage.tsx') } satisfies Screens
