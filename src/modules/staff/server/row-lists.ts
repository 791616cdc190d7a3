import type { Config } from '#platform/config.ts'
import { part, rowList } from '#platform/database/row-list.ts'
import { rowMacKey } from '#platform/database/row-mac.ts'

/** Looks of operators at each member, so that none of them is taken away unseen. */
export const readList = ({ keys }: Pick<Config, 'keys'>) =>
  rowList(rowMacKey(keys.salts), {
    name: 'reads',
    owners: 'listed',
    parts: {
      reads: part<'operatorReads'>()({
        table: 'operator_reads',
        owner: 'member_id',
        key: ['id'],
        columns: ['id', 'operatorId', 'role', 'number', 'memberId', 'what', 'at'],
      }),
    },
  })
