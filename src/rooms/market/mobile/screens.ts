import type { Screens } from '#client/screens.ts'

export const screens = {
  market: () => import('./MarketPage.tsx'),
  search: () => import('./SearchPage.tsx'),
  screener: () => import('./ScreenerPage.tsx'),
  watchlists: () => import('./WatchlistsPage.tsx'),
} satisfies Screens
