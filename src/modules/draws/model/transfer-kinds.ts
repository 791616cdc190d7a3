import { transferKinds } from '#modules/ledger/model/groups.ts'

/** Payments of winners of a draw. */
export const TRANSFER_KINDS = transferKinds({ 'subscription-payment': 'inside' })
