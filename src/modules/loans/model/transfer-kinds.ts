import { transferKinds } from '#modules/ledger/model/groups.ts'

/** Transfers of a loan: lent, paid back, and its interest. */
export const TRANSFER_KINDS = transferKinds({
  loan: 'loans',
  'loan-repaid': 'loans',
  'loan-interest': 'interest',
})
