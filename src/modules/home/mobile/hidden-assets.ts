import { keptFlag } from '#client/kept.ts'

/** Amounts on home are covered: somebody may be looking over the member's shoulder. */
export const hiddenAssets = keptFlag('hideAssets')
