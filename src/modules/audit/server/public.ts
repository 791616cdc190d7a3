import type { DateJst } from '#kernel/time.ts'

export type AuditPublic = {
  /** Differences between ledger, exchange and bank of a day that nothing explains; each call reckons. */
  differencesOf(date: DateJst): Promise<number>
  /** False where the last check of the journal did not find it intact. */
  isJournalSound(): Promise<boolean>
}
