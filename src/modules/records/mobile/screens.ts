import type { Screens } from '#client/screens.ts'

export const screens = {
  transactionLog: () => import('./TransactionLogPage.tsx'),
  incomeLog: () => import('./IncomeLogPage.tsx'),
  bonus: () => import('./BonusPage.tsx'),
  performance: () => import('./PerformancePage.tsx'),
  reports: () => import('./ReportsPage.tsx'),
} satisfies Screens
