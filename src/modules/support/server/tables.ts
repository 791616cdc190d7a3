import type { MemberId } from '#kernel/id.ts'
import type { Ms } from '#kernel/time.ts'
import { defineAppendTable, defineTable } from '#platform/engine/table.ts'
import type { LineProblem } from '#modules/staff/model/line-filter.ts'
import type { CannedTexts } from '../model/canned.ts'

/** Lines of operators that the filter held back. */
export type BlockedLine = {
  id: string
  memberId: MemberId
  operatorId: string
  problem: LineProblem
  textHash: string
  at: Ms
}

export const blockedLines = defineAppendTable<BlockedLine>()({
  name: 'blocked_lines',
  columns: {
    id: 'text',
    memberId: 'text',
    operatorId: 'text',
    problem: 'text',
    textHash: 'text',
    at: 'int8',
  },
  key: 'id',
})

/** The text of a standard answer that is in use, and since when; version 0 is that of the catalogues. */
export type CannedVersion = {
  id: string
  canned: string
  version: number
  draftId: string
  sha256: string
  at: Ms
}
export const cannedVersions = defineTable<CannedVersion>()({
  name: 'canned_versions',
  columns: { id: 'text', canned: 'text', version: 'int4', draftId: 'text', sha256: 'text', at: 'int8' },
  key: 'id',
  fixed: ['canned', 'version', 'draftId', 'sha256'],
  indexes: { canned: (row) => row.canned },
})
export type CannedDraft = {
  id: string
  canned: string
  operatorId: string
  texts: CannedTexts
  sha256: string
  at: Ms
}

export type Conversation = {
  memberId: MemberId
  assignedTo: string | null
  memberRead: string
  operatorsRead: string
  lang: string
  waitingSince: Ms | null
  /** An operator has closed it; the next line of either side opens it again. */
  closedAt: Ms | null
}
export type Line = {
  id: string
  memberId: MemberId
  at: Ms
  author: 'member' | 'operator' | 'house'
  kind: 'text' | 'image' | 'about' | 'closed'
  text: string | null
  imageId: string | null
  aboutKind: string | null
  aboutId: string | null
  operatorId: string | null
  desk: boolean
  key: string | null
}

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    cannedVersions: CannedVersion
    cannedDrafts: CannedDraft
    conversations: Conversation
    chatLines: Line
    blockedLines: BlockedLine
    blockedTexts: { id: string; text: string; salt: Buffer }
  }
}
