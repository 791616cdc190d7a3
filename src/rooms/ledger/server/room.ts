import type { Room } from '#rooms/room.ts'
import { accounts, transfers } from './tables.ts'

/** Accounts and transfers. Other rooms post; nobody writes a balance. */
export const createLedger = (): Room => ({ name: 'ledger', tables: [accounts, transfers] })
