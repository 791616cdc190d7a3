import { transferKinds } from '#modules/ledger/model/groups.ts'

/** What winners of a draw pay. */
export const TRANSFER_KINDS = transferKinds({ 'subscription-payment': 'inside' })
