import { storedFlag } from '#client/local-storage.ts'

/** Amounts on home are covered: somebody may be looking over the member's shoulder. */
export const hiddenAssets = storedFlag('hideAssets')
