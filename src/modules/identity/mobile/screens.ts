import type { Screens } from '#client/screens.ts'

export const screens = {
  login: () => import('./LoginPage.tsx'),
  register: () => import('./RegisterPage.tsx'),
  afterLogin: () => import('./AfterLoginPage.tsx'),
  recovery: () => import('./RecoveryPage.tsx'),
  security: () => import('./SecurityPage.tsx'),
  devices: () => import('./DevicesPage.tsx'),
  authenticator: () => import('./AuthenticatorPage.tsx'),
  phone: () => import('./PhonePage.tsx'),
  email: () => import('./EmailPage.tsx'),
  changePassword: () => import('./ChangePasswordPage.tsx'),
  logout: () => import('./LogoutPage.tsx'),
  switchLanguage: () => import('./LanguagePage.tsx'),
  transactionPassword: () => import('./TransactionPasswordPage.tsx'),
} satisfies Screens
