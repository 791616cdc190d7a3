import { transferKinds } from '#modules/ledger/model/groups.ts'

/** Transfers between members and pools. */
export const TRANSFER_KINDS = transferKinds({
  'pool-subscription': 'copy',
  'pool-redemption': 'copy',
  'pool-fee': 'pools',
  'pool-profit': 'pools',
  'pool-loss': 'pools',
})
