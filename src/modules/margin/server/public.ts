import type { MemberId } from '#kernel/id.ts'
import type { TableReader } from '#platform/engine/table.ts'
import type { MarginCall } from '../model/calls.ts'
import { marginCalls } from './tables.ts'

export { lastUnmetCall, lossCutsOf } from './queries.ts'
export { lossCuts, marginCalls, marginCloses, type LossCut, type MarginClose } from './tables.ts'

/** A member's calls that have not ended, the oldest first. */
export const callsOf = (tables: TableReader, memberId: MemberId): MarginCall[] =>
  tables.of(marginCalls).by('member', memberId)

/**
 * A call was not met by its deadline and its lots are not all closed yet: no new lot is opened
 * (facts: margin and tax, section 3).
 */
export const isForced = (tables: TableReader, memberId: MemberId): boolean =>
  callsOf(tables, memberId).some(({ state }) => state === 'forced')
