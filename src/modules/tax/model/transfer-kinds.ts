import { transferKinds } from '#modules/ledger/model/groups.ts'

/** Amounts that are withheld for the tax office, and given back. */
export const TRANSFER_KINDS = transferKinds({
  'income-tax-withheld': 'tax',
  'local-tax-withheld': 'tax',
  'income-tax-refund': 'tax',
  'local-tax-refund': 'tax',
  'dividend-income-tax': 'tax',
  'dividend-local-tax': 'tax',
})
