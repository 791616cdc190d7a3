import { transferKinds } from '#modules/ledger/model/groups.ts'

/** What a working order keeps back. */
export const TRANSFER_KINDS = transferKinds({ 'order-hold': 'inside', 'order-release': 'inside' })
