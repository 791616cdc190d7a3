import type { Screens } from '#client/screens.ts'

export const screens = {
  home: () => import('./HomePage.tsx'),
  settings: () => import('./SettingsPage.tsx'),
  stock: () => import('./StockPage.tsx'),
  tour: () => import('./TourPage.tsx'),
  user: () => import('./UserPage.tsx'),
} satisfies Screens
