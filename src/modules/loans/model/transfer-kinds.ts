import { transferKinds } from '#modules/ledger/model/groups.ts'

/** What is lent and paid back. */
export const TRANSFER_KINDS = transferKinds({
  loan: 'loans',
  'loan-repaid': 'loans',
  'loan-interest': 'interest',
})
