import type { Screens } from '#client/screens.ts'

export const screens = {
  messages: () => import('./MessagesPage.tsx'),
  notifications: () => import('./NotificationsPage.tsx'),
} satisfies Screens
