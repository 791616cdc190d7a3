import { transferKinds } from '#modules/ledger/model/groups.ts'

/** Transfers of the money that a working order keeps back. */
export const TRANSFER_KINDS = transferKinds({ 'order-hold': 'inside', 'order-release': 'inside' })
