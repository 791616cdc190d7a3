import { transferKinds } from './groups.ts'

/** Transfers that the accounts themselves need, and that many modules use to charge or set right. */
export const TRANSFER_KINDS = transferKinds({
  'opening-deposit': 'cash',
  fee: 'fees',
  shortfall: 'debt',
  'shortfall-repaid': 'debt',
  correction: 'cash',
})
