import { lazy } from 'react'
import { textsUpTo } from '#client/texts.ts'

/** Not part of the first load. */
export const UnlockSheet = lazy(
  async () => (await Promise.all([import('./UnlockSheet.tsx'), textsUpTo('rest')]))[0],
)
