import { transferKinds } from '#modules/ledger/model/groups.ts'

/** Transfers from the bank and to it. */
export const TRANSFER_KINDS = transferKinds({
  deposit: 'cash',
  'withdrawal-hold': 'cash',
  'withdrawal-release': 'cash',
  withdrawal: 'cash',
  'withdrawal-returned': 'cash',
  /** Money of no member: taken in for its way back, gone, or come back again. */
  unidentified: 'cash',
  /** Money that the bank sent too much: claimed from it, or come back. */
  'bank-claim': 'cash',
})
