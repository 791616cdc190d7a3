import type { Screens } from '#client/screens.ts'

export const screens = { apiKeys: () => import('./ApiKeysPage.tsx') } satisfies Screens
