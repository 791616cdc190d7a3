import type { Screens } from '#client/screens.ts'

export const screens = {
  help: () => import('./HelpPage.tsx'),
  helpArticle: () => import('./ArticlePage.tsx'),
} satisfies Screens
