import type { Module } from '#modules/module.ts'
import { houseBalances, memberBalances, transfers } from './tables.ts'

/** Balances and transfers. Other modules post; nobody writes a balance. */
export const createLedger = (): Module => ({
  name: 'ledger',
  tables: [houseBalances, memberBalances, transfers],
})
