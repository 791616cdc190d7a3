import { keptFlag } from './kept.ts'

/** This device holds something against the house (`promises.ts`): every page says so. Apart from it, since the first load carries this. */
export const alarm = keptFlag('trust.alarm')
