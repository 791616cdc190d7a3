import type { Room } from '#rooms/room.ts'
import { houseBalances, memberBalances, transfers } from './tables.ts'

/** Balances and transfers. Other rooms post; nobody writes a balance. */
export const createLedger = (): Room => ({ name: 'ledger', tables: [houseBalances, memberBalances, transfers] })
