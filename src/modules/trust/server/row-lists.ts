import type { Config } from '#platform/config.ts'
import { part, rowList } from '#platform/database/row-list.ts'
import { rowMacKey } from '#platform/database/row-mac.ts'

/** Number of records that share a list of the heads that end in them. */
const RECORDS = 1_000
export const headOwner = (size: number): string => String(Math.floor(size / RECORDS))

/** The published heads, so that none can be taken away unseen: phones ask of what they were shown. */
export const headList = ({ keys }: Pick<Config, 'keys'>) =>
  rowList(rowMacKey(keys.salts), {
    name: 'heads',
    owners: 'listed',
    parts: {
      heads: part<'publicHeads'>()({
        table: 'public_heads',
        owner: `(size / ${RECORDS})::text`,
        key: ['size'],
        columns: ['size', 'root', 'at', 'house', 'auditor'],
      }),
    },
  })

/** The same of what was owed on each day, from when it is signed. Tiles follow from the leaves. */
export const dayList = ({ keys }: Pick<Config, 'keys'>) =>
  rowList(rowMacKey(keys.salts), {
    name: 'days',
    owners: 'listed',
    parts: {
      days: part<'liabilities'>()({
        table: 'liabilities',
        owner: "case when auditor is not null then '' end",
        key: ['day'],
        columns: ['day', 'size', 'at', 'members', 'root', 'total', 'bank', 'market', 'house', 'auditor'],
      }),
    },
  })
