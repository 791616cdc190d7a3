import { transferKinds } from '#modules/ledger/model/groups.ts'

/** Transfers for dividends and splits. */
export const TRANSFER_KINDS = transferKinds({
  dividend: 'dividends',
  'dividend-adjustment': 'dividends',
  'dividend-hold': 'inside',
  'split-rounding': 'trades',
  'split-fraction': 'trades',
})
