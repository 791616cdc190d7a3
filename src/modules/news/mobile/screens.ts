import type { Screens } from '#client/screens.ts'

export const screens = {
  news: () => import('./NewsPage.tsx'),
  newsItem: () => import('./NewsItemPage.tsx'),
} satisfies Screens
