import type { TreeThread } from './tree-thread.ts'

export { openPromises, type Promises } from './promises.ts'

export type TrustPublic = Pick<TreeThread, 'take'>
