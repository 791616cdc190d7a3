import type { Config } from '#platform/config.ts'
import { dailyList } from '#platform/database/daily-list.ts'
import { rowMacKey } from '#platform/database/row-mac.ts'

/** Texts of versions as they were written, from before they are signed on. */
export const draftList = ({ keys }: Pick<Config, 'keys'>) =>
  dailyList<'documentDrafts'>()(rowMacKey(keys.salts), {
    name: 'document_drafts',
    table: 'document_drafts',
    columns: ['id', 'document', 'operatorId', 'texts', 'sha256', 'at'],
  })
