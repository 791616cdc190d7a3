import type { TableReader } from '#platform/engine/table.ts'
import { DOCUMENT_VERSIONS, type DocumentVersion } from '../model/documents.ts'
import { documentVersions } from './tables.ts'

/**
 * Every version that was ever published, oldest first within a document: for commands, which agree to what is
 * in force.
 */
export const publishedVersions = (tables: TableReader): readonly DocumentVersion[] => [
  ...DOCUMENT_VERSIONS,
  ...tables
    .of(documentVersions)
    .all()
    .map(({ document, version, inForceFrom }) => ({ id: document, version, inForceFrom }))
    .toSorted((a, b) => a.version - b.version),
]
