import type { Yen } from '#kernel/money.ts'
import type { DateJst, Ms } from '#kernel/time.ts'

/**
 * The bank by its own statements up to the end of a day, and opening money that no bank has seen; `open`:
 * differences with the ledger that nothing explains, as they stand now.
 */
export type BankSide = { statements: Yen; opening: Yen; open: { count: number; yen: Yen } }

export type AuditPublic = {
  /**
   * Differences between ledger, exchange and bank that nothing explains, of today and of every day before:
   * what the page of today counts. Each call reckons.
   */
  openDifferences(): Promise<number>
  /** The last count of them, by `openDifferences` or by the page; `at` by the machine. null: none yet. */
  lastDifferences(): { day: DateJst; at: Ms; count: number } | null
  bankOn(date: DateJst): Promise<BankSide>
  /** False where the last check of the journal did not find it intact. */
  isJournalSound(): Promise<boolean>
}
