import type { Screens } from '#client/screens.ts'

export const screens = { webhooks: () => import('./WebhooksPage.tsx') } satisfies Screens
