import type { Screens } from '#client/screens.ts'

export const screens = { ai: () => import('./AiPage.tsx') } satisfies Screens
