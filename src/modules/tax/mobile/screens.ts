import type { Screens } from '#client/screens.ts'

export const screens = {
  tax: () => import('./TaxPage.tsx'),
  taxReport: () => import('./TaxReportPage.tsx'),
} satisfies Screens
