import type { DateJst } from '#kernel/time.ts'

export type ActionsPublic = {
  /** Resolves when holders have been through the ex-dates up to this trade date, if its day has begun; the exchange opens no day before. */
  ready(tradeDate: DateJst): Promise<void>
}
