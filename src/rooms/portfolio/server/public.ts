import type { AccountView } from '../contract.ts'

export { addRealized, bookClosing, bookGiving, bookOpening, bookTaking, freeMoney, openLots, sameFundsOf, settleFreed, taxDueOf } from './bookkeeping.ts'
export { lots } from './tables.ts'

/** What other rooms may ask about a member's account. */
export type PortfolioPublic = {
  /** The account summary at the quotes of now. */
  account(memberId: string): AccountView
  /** Settled cash that could leave the account now, as far as settlement goes. */
  settledCash(memberId: string): number
  /** Whether there is, or was, such a lot of this member's. */
  hasLot(memberId: string, lotId: string): Promise<boolean>
}
