import type { AccountView } from '../contract.ts'

export { addRealized, bookClosing, bookGiving, bookOpening, bookTaking, freeMoney, openLots, sameFundsOf, settledCashOf, settleFreed, soldShortOn, taxDueOf } from './bookkeeping.ts'
export { lotsOf } from './queries.ts'
export { lots } from './tables.ts'
export { entryView } from './views.ts'

/** What other rooms may ask about a member's account. */
export type PortfolioPublic = {
  /** The account summary at the quotes of now. */
  account(memberId: string): AccountView
  /** Whether there is, or was, such a lot of this member's. */
  hasLot(memberId: string, lotId: string): Promise<boolean>
}
