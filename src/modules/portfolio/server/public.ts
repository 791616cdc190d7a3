import type { LotId, MemberId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import type { TableReader } from '#platform/engine/table.ts'
import type { AccountView, LotView } from '../contract.ts'
import type { Lot } from '../model/lot.ts'
import type { Beside, BesideParts } from '../model/account.ts'

export { openAllotted, type Allotted } from './allotted.ts'
export {
  addRealized,
  addSettlement,
  bookClosing,
  bookGiving,
  bookLeftOpen,
  bookOpening,
  bookTaking,
  freeMoney,
  openLots,
  realizedOf,
  sameFundsOf,
  settledCashOf,
  settleFreed,
  soldShortOn,
  taxDueOf,
} from './bookkeeping.ts'
export { allottedOf, deliveriesOf, lotsOf } from './queries.ts'
export { realizedOn } from './realized.ts'
export { lotDeliveries, lots } from './tables.ts'
export { entryView } from './views.ts'

/** The questions that other modules may ask about a member's account. */
export type PortfolioPublic = {
  /** The account summary at the quotes of now. */
  account(memberId: MemberId): Promise<AccountView>
  /** Its total alone, in yen, from memory. */
  totalAssets(memberId: MemberId): Yen
  /** Views of lots at the quotes of now, in the language of a request. */
  viewOf(lang: string): (lot: Lot) => LotView
  /** True if there is, or was, such a lot of this member's. */
  hasLot(memberId: MemberId, lotId: LotId): Promise<boolean>
  /**
   * The part of an account that a module above knows, registered once when modules are made: units of pools
   * and uncharged loan interest in yen ≥ 0, the credit score.
   */
  reckon(part: Beside, of: (tables: TableReader, memberId: MemberId) => number): void
  /** The present values of these parts, for what is reckoned beside the summary. */
  beside(tables: TableReader, memberId: MemberId): BesideParts
}
