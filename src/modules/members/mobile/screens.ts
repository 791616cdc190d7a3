import type { Screens } from '#client/screens.ts'

export const screens = {
  realName: () => import('./RealNamePage.tsx'),
  accountOpening: () => import('./AccountOpeningPage.tsx'),
  investorProfile: () => import('./ProfilePage.tsx'),
  level: () => import('./LevelPage.tsx'),
  riskQuiz: () => import('./QuizPage.tsx'),
} satisfies Screens
