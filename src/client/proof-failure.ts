import { storedFlag } from './local-storage.ts'

/**
 * This device holds something against the server (`commitments.ts`): every page says so. Apart from it, since
 * the first load carries this.
 */
export const reportProofFailure = storedFlag('trust.alarm')
