import { createHmac } from 'node:crypto'
import type { DateJst } from '#kernel/time.ts'

/**
 * The seed of a day of the simulated market: HMAC-SHA256 of its date under the market's key, hexadecimal. One
 * that is revealed says nothing of any other.
 */
export const seedOfDay = (marketKey: Buffer, tradeDate: DateJst): string =>
  createHmac('sha256', marketKey).update(tradeDate).digest('hex')
