import { transferKinds } from '#modules/ledger/model/groups.ts'

/** What comes from the bank and goes to it. */
export const TRANSFER_KINDS = transferKinds({
  deposit: 'cash',
  'withdrawal-hold': 'cash',
  'withdrawal-release': 'cash',
  withdrawal: 'cash',
  'withdrawal-returned': 'cash',
})
