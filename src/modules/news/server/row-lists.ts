import type { Config } from '#platform/config.ts'
import { dailyList } from '#platform/database/daily-list.ts'
import { rowMacKey } from '#platform/database/row-mac.ts'

/** News as it was told. */
export const newsList = ({ keys }: Pick<Config, 'keys'>) =>
  dailyList<'news'>()(rowMacKey(keys.salts), {
    name: 'news',
    table: 'news',
    columns: [
      'id',
      'kind',
      'at',
      'words',
      'args',
      'codes',
      'source',
      'lang',
      'title',
      'body',
      'link',
      'corrects',
    ],
  })

/** Notices and articles as they were written, from before they are signed on. */
export const noticeList = ({ keys }: Pick<Config, 'keys'>) =>
  dailyList<'notices'>()(rowMacKey(keys.salts), {
    name: 'notices',
    table: 'notices',
    columns: ['id', 'operatorId', 'texts', 'sha256', 'at', 'kind', 'codes', 'corrects'],
  })
