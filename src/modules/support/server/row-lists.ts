import type { Config } from '#platform/config.ts'
import { dailyList } from '#platform/database/daily-list.ts'
import { rowMacKey } from '#platform/database/row-mac.ts'

/** Standard answers as they were worded, from before they are signed on. */
export const cannedList = ({ keys }: Pick<Config, 'keys'>) =>
  dailyList<'cannedDrafts'>()(rowMacKey(keys.salts), {
    name: 'canned_drafts',
    table: 'canned_drafts',
    columns: ['id', 'canned', 'operatorId', 'texts', 'sha256', 'at'],
  })
