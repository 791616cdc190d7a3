import { storedFlag } from '#client/local-storage.ts'

/** The invitation to the tour on home is gone for good, on this device: the tour stays in the settings. */
export const tourSkipped = storedFlag('tourSkipped')
