import type { Screens } from '#client/screens.ts'

export const screens = {
  accountLog: () => import('./AccountLogPage.tsx'),
  delivery: () => import('./DeliveryPage.tsx'),
} satisfies Screens
