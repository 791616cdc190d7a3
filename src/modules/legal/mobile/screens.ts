import type { Screens } from '#client/screens.ts'

export const screens = { webview: () => import('./LegalPage.tsx') } satisfies Screens
