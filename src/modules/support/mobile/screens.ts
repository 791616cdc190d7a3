import type { Screens } from '#client/screens.ts'

export const screens = { customerService: () => import('./CustomerServicePage.tsx') } satisfies Screens
