import type { Config } from '#platform/config.ts'
import { rowMac, rowMacKey } from '#platform/database/row-mac.ts'

/**
 * Codes of operators' sessions: who is signed in, and apart from it when they were seen last, and the token
 * before.
 */
export function operatorMacs({ keys }: Pick<Config, 'keys'>) {
  const key = rowMacKey(keys.salts)
  const rows = { table: 'operator_sessions', key: 'id', inUse: 'ended_at is null' } as const
  return {
    session: rowMac<'operatorSessions'>()(key, {
      ...rows,
      columns: ['id', 'operatorId', 'tokenHash', 'factor', 'startedAt'],
      mac: 'mac',
    }),
    seen: rowMac<'operatorSessions'>()(key, { ...rows, columns: ['id', 'seenAt'], mac: 'seenMac' }),
    before: rowMac<'operatorSessions'>()(key, {
      ...rows,
      inUse: 'ended_at is null and before_hash is not null',
      columns: ['id', 'beforeHash', 'beforeSince'],
      mac: 'beforeMac',
    }),
  }
}
export type OperatorMacs = ReturnType<typeof operatorMacs>
