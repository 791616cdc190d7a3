import type { Config } from '#platform/config.ts'
import { rowMac, rowMacKey } from '#platform/database/row-mac.ts'

const CREDENTIALS = { table: 'credentials', key: 'memberId' } as const

/**
 * Codes of the rows that let members in. Of a session: who it is, and apart from it how long it lives and
 * trading is unlocked, which is written alone. One that has ended has no code, so that nobody revives it.
 */
export function memberMacs({ keys }: Pick<Config, 'keys'>) {
  const key = rowMacKey(keys.salts)
  return {
    session: rowMac<'sessions'>()(key, {
      table: 'sessions',
      key: 'id',
      columns: [
        'id',
        'memberId',
        'tokenHash',
        'startedAt',
        'factor',
        'deviceKey',
        'keyBy',
        'keySeq',
        'knownDevice',
        'deviceHash',
      ],
      mac: 'mac',
      inUse: 'ended_at is null',
    }),
    seen: rowMac<'sessions'>()(key, {
      table: 'sessions',
      key: 'id',
      columns: ['id', 'seenAt', 'unlockedAt'],
      mac: 'seenMac',
      inUse: 'ended_at is null',
    }),
    passkey: rowMac<'passkeys'>()(key, {
      table: 'passkeys',
      key: 'id',
      columns: ['id', 'memberId', 'publicKey', 'counter', 'synced', 'madeAt', 'usedAt'],
      mac: 'mac',
    }),
    authenticator: rowMac<'authenticators'>()(key, {
      table: 'authenticators',
      key: 'memberId',
      columns: ['memberId', 'sealedSecret', 'confirmedAt', 'lastStep'],
      mac: 'mac',
    }),
    mobile: rowMac<'credentials'>()(key, {
      ...CREDENTIALS,
      columns: ['memberId', 'mobile'],
      mac: 'mobileMac',
    }),
    password: rowMac<'credentials'>()(key, {
      ...CREDENTIALS,
      columns: ['memberId', 'passwordHash'],
      mac: 'passwordMac',
    }),
    transaction: rowMac<'credentials'>()(key, {
      ...CREDENTIALS,
      columns: ['memberId', 'transactionHash'],
      mac: 'transactionMac',
    }),
  }
}
export type MemberMacs = ReturnType<typeof memberMacs>
