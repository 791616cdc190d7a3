import type { Screens } from '#client/screens.ts'

export const screens = {
  copy: () => import('./CopyPage.tsx'),
  copyRecord: () => import('./RecordPage.tsx'),
} satisfies Screens
