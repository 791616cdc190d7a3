import type { Screens } from '#client/screens.ts'

export const screens = { operatorActs: () => import('./OperatorActsPage.tsx') } satisfies Screens
