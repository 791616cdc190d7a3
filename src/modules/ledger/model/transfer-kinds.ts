import { transferKinds } from './groups.ts'

/** What the accounts themselves need, and what many modules charge or set right. */
export const TRANSFER_KINDS = transferKinds({
  'opening-deposit': 'cash',
  fee: 'fees',
  shortfall: 'debt',
  'shortfall-repaid': 'debt',
  correction: 'cash',
})
