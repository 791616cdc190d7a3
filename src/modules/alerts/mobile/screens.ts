import type { Screens } from '#client/screens.ts'

export const screens = { alerts: () => import('./AlertsPage.tsx') } satisfies Screens
