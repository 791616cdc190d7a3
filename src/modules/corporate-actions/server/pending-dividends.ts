import type { MemberId } from '#kernel/id.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { entitlements } from './tables.ts'

/** Whether dividends of this account are announced and not paid yet. */
export const hasPendingDividends = (tables: TableReader, memberId: MemberId): boolean =>
  tables
    .of(entitlements)
    .range('due', 'all')
    .some((row) => row.memberId === memberId)
