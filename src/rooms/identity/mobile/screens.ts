import type { Screens } from '#client/screens.ts'

export const screens = {
  login: () => import('./LoginPage.tsx'),
  register: () => import('./RegisterPage.tsx'),
  logout: () => import('./LogoutPage.tsx'),
  switchLanguage: () => import('./LanguagePage.tsx'),
  transactionPassword: () => import('./TransactionPasswordPage.tsx'),
} satisfies Screens
