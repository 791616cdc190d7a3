import type { Screens } from '#client/screens.ts'

export const screens = {
  home: () => import('./HomePage.tsx'),
  stock: () => import('./StockPage.tsx'),
  user: () => import('./UserPage.tsx'),
} satisfies Screens
