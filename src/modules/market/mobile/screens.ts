import type { Screens } from '#client/screens.ts'

export const screens = {
  search: () => import('./SearchPage.tsx'),
  screener: () => import('./ScreenerPage.tsx'),
  watchlists: () => import('./WatchlistsPage.tsx'),
} satisfies Screens
