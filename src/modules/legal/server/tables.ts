import type { DateJst, Ms } from '#kernel/time.ts'
import { defineTable } from '#platform/engine/table.ts'
import type { PublicFirm } from './public-firm.ts'
import type { DocumentId } from '../model/documents.ts'
import type { DocumentTexts } from '../model/draft.ts'

/**
 * A version that two operators published: of which draft, by the hash over all its languages. `id`:
 * `terms.2`.
 */
export type VersionRow = {
  id: string
  document: DocumentId
  version: number
  draftId: string
  sha256: string
  inForceFrom: DateJst
  at: Ms
}
export const documentVersions = defineTable<VersionRow>()({
  name: 'document_versions',
  columns: {
    id: 'text',
    document: 'text',
    version: 'int4',
    draftId: 'text',
    sha256: 'text',
    inForceFrom: 'text',
    at: 'int8',
  },
  key: 'id',
  fixed: ['document', 'version', 'draftId', 'sha256', 'inForceFrom'],
})

/** The settings of the firm from a start on; `content` null: there were none. */
export type FirmRecord = { id: number; at: Ms; content: PublicFirm | null }
export const firmRecords = defineTable<FirmRecord>()({
  name: 'firm_records',
  columns: { id: 'int4', at: 'int8', content: 'jsonb?' },
  key: 'id',
  fixed: ['at', 'content'],
})

/** Texts as they were prepared, figures filled in: never changed. */
export type DraftRow = {
  id: string
  document: DocumentId
  operatorId: string
  texts: DocumentTexts
  sha256: string
  at: Ms
}

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    documentVersions: VersionRow
    firmRecords: FirmRecord
    documentDrafts: DraftRow
  }
}
