import type { Screens } from '#client/screens.ts'

export const screens = { trust: () => import('./TrustPage.tsx') } satisfies Screens
