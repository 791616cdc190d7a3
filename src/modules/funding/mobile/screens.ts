import type { Screens } from '#client/screens.ts'

export const screens = {
  bankAccount: () => import('./BankAccountsPage.tsx'),
  bankAccountAdd: () => import('./AddAccountPage.tsx'),
  recharge: () => import('./RechargePage.tsx'),
  withdrawal: () => import('./WithdrawalPage.tsx'),
  withdrawalClock: () => import('./WithdrawalClockPage.tsx'),
  closeAccount: () => import('./CloseAccountPage.tsx'),
} satisfies Screens
