import { hash } from 'node:crypto'
import type { Config } from '#platform/config.ts'
import type { SqlTables } from '#platform/database/connect.ts'
import { part, rowList, type Sql } from '#platform/database/row-list.ts'
import { rowMacKey } from '#platform/database/row-mac.ts'

/**
 * The rows that protect a member, in one list for each: one passkey less, or another first device, would let
 * somebody in or money out. Credentials, passkeys and authenticator apps have codes of their own
 * (`row-macs.ts`): of these the list knows that they are there, and of credentials what is never written
 * again.
 */
export const protectionList = ({ keys }: Pick<Config, 'keys'>) =>
  rowList(rowMacKey(keys.salts), {
    name: 'protection',
    owners: { sql: 'select id as owner from members union select member_id from credentials' },
    parts: {
      account: part<'credentials'>()({
        table: 'credentials',
        owner: 'member_id',
        key: ['memberId'],
        columns: ['memberId', 'level', 'invitedBy', 'registeredAt'],
      }),
      passkeys: part<'passkeys'>()({
        table: 'passkeys',
        owner: 'member_id',
        key: ['id'],
        columns: ['id', 'memberId'],
      }),
      authenticator: part<'authenticators'>()({
        table: 'authenticators',
        owner: 'member_id',
        key: ['memberId'],
        columns: ['memberId'],
      }),
      devices: part<'knownDevices'>()({
        table: 'known_devices',
        owner: 'member_id',
        key: ['deviceHash'],
        columns: ['memberId', 'deviceHash', 'firstAt', 'provenAt', 'factorSince'],
      }),
      email: part<'emailAddresses'>()({
        table: 'email_addresses',
        owner: 'member_id',
        key: ['memberId'],
        columns: ['memberId', 'address', 'verifiedAt', 'verifiedBefore'],
      }),
    },
  })

type Account = Pick<SqlTables['credentials'], 'memberId' | 'level' | 'invitedBy' | 'registeredAt'>

/** The list of a new member, in the transaction that makes them. */
export async function beginProtection(
  config: Pick<Config, 'keys'>,
  trx: Sql,
  account: Account,
): Promise<void> {
  const list = protectionList(config)
  await list.begin(trx, account.memberId)
  await list.add(trx, account.memberId, 'account', [account])
}

/**
 * Codes that invite, in one list for each who gives them: a member, a batch, or the demo setting. By the
 * demo's one is known whose password was printed.
 */
export const invitationList = ({ keys }: Pick<Config, 'keys'>) =>
  rowList(rowMacKey(keys.salts), {
    name: 'invitations',
    owners: { listed: 256 },
    parts: {
      codes: part<'invitationCodes'>()({
        table: 'invitation_codes',
        owner: 'coalesce(owner, batch, kind)',
        key: ['code'],
        columns: ['code', 'kind', 'owner', 'usesLeft', 'expiresAt', 'batch', 'usesAtFirst', 'beginsAt'],
      }),
    },
  })

/** Number of lists that share the counts of wrong guesses: one guess writes one list. */
const FAILURE_LISTS = 4_096
export const failureOwner = (subject: string): string => hash('md5', subject).slice(0, 3)

/** Counts of wrong guesses: one set back, or taken away, would let somebody guess on. */
export const failureList = ({ keys }: Pick<Config, 'keys'>) =>
  rowList(rowMacKey(keys.salts), {
    name: 'failures',
    owners: {
      sql: `select lpad(to_hex(n), 3, '0') as owner from generate_series(0, ${FAILURE_LISTS - 1}) as n`,
    },
    parts: {
      counts: part<'passwordFailures'>()({
        table: 'password_failures',
        owner: 'left(md5(subject), 3)',
        key: ['subject'],
        columns: ['subject', 'failures', 'firstAt', 'locks', 'lockedUntil'],
        open: true,
      }),
    },
  })
