import type { TreeThread } from './tree-thread.ts'

export { openInclusionCommitments, type InclusionCommitments } from './inclusion-commitments.ts'

export type TrustPublic = Pick<TreeThread, 'take'>
