import type { MemberId } from '#kernel/id.ts'
import type { Ms } from '#kernel/time.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { refusalOfKey } from './commands.ts'
import { apiKeys } from './tables.ts'

/** True for a key of this member that stands, and that no freeze of the account shuts out at this time. */
export const keyOpens = (tables: TableReader, memberId: MemberId, keyId: string, at: Ms): boolean =>
  tables.of(apiKeys).get(keyId)?.memberId === memberId &&
  refusalOfKey(tables, { id: keyId, memberId }, at) === null

/** True for a key of this member that has not ended. */
export function keyStands(tables: TableReader, memberId: MemberId, keyId: string): boolean {
  const key = tables.of(apiKeys).get(keyId)
  return key?.memberId === memberId && key.revokedAt === null
}
