import { transferKinds } from '#modules/ledger/model/groups.ts'

/** What dividends and splits move. */
export const TRANSFER_KINDS = transferKinds({
  dividend: 'dividends',
  'dividend-adjustment': 'dividends',
  'dividend-hold': 'inside',
  'split-rounding': 'trades',
  'split-fraction': 'trades',
})
