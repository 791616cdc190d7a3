import type { Ms } from '#kernel/time.ts'
import { defineAppendTable } from '#platform/engine/table.ts'
import type { LineProblem } from '#rooms/staff/model/line-filter.ts'

/** Lines of operators that the filter held back. */
export type BlockedLine = { id: string; memberId: string; operatorId: string; problem: LineProblem; textHash: string; at: Ms }

export const blockedLines = defineAppendTable<BlockedLine>()({
  name: 'blocked_lines',
  columns: { id: 'text', memberId: 'text', operatorId: 'text', problem: 'text', textHash: 'text', at: 'int8' },
  key: 'id',
})

export type Conversation = { memberId: string; assignedTo: string | null; memberRead: string; operatorsRead: string; lang: string; waitingSince: Ms | null }
export type Line = {
  id: string
  memberId: string
  at: Ms
  author: 'member' | 'operator' | 'house'
  kind: 'text' | 'image' | 'about'
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
    conversations: Conversation
    chatLines: Line
    blockedLines: BlockedLine
    blockedTexts: { id: string; text: string; salt: Buffer }
  }
}
