import type { MemberId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import type { TableAccess } from '#platform/engine/table.ts'
import { draftFrom, move } from '../model/drafting.ts'
import { balances, post, type PostedAt } from './post.ts'

export { openDrafts, type Drafts } from './drafts.ts'
export { balances, post, type PostedAt } from './post.ts'
export {
  daySumsOf,
  entriesOf,
  feesOn,
  firstEntryDate,
  orderSumsOf,
  sumsOf,
  yearSumsOf,
  type DaySum,
  type EntryFilter,
  type EntrySum,
} from './queries.ts'
export type { TransferRow } from './tables.ts'

/** The simulated opening deposit of a new member (product decision 2), as a visible entry. */
export function openingDeposit(tables: TableAccess, when: PostedAt, memberId: MemberId, yen: Yen): void {
  const draft = draftFrom(memberId, balances(tables, memberId))
  move(draft, 'bank', 'available', yen, { kind: 'opening-deposit' })
  post(tables, when, draft.transfers)
}
