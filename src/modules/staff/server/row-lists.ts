import type { MemberId } from '#kernel/id.ts'
import { DAY, type Ms } from '#kernel/time.ts'
import type { Config } from '#platform/config.ts'
import { dailyList } from '#platform/database/daily-list.ts'
import { part, rowList } from '#platform/database/row-list.ts'
import { rowMacKey } from '#platform/database/row-mac.ts'

/** Looks of so long at a member share a list. */
export const READS_OF: Ms = 30 * DAY
export const readOwner = ({ memberId, at }: { memberId: MemberId; at: Ms }): string =>
  `${memberId} ${Math.floor(at / READS_OF)}`

/** Looks of operators at each member, so that none of them is taken away unseen. */
export const readList = ({ keys }: Pick<Config, 'keys'>) =>
  rowList(rowMacKey(keys.salts), {
    name: 'reads',
    owners: { listed: 256 },
    parts: {
      reads: part<'operatorReads'>()({
        table: 'operator_reads',
        owner: `member_id || ' ' || at / ${READS_OF}`,
        key: ['id'],
        columns: ['id', 'operatorId', 'role', 'number', 'memberId', 'what', 'at'],
      }),
    },
  })

/** Words of operators to members, from before anything is asked with them. */
export const textList = ({ keys }: Pick<Config, 'keys'>) =>
  dailyList<'staffTexts'>()(rowMacKey(keys.salts), {
    name: 'staff_texts',
    table: 'staff_texts',
    columns: ['id', 'memberId', 'text', 'salt', 'at'],
  })
