import { TRANSFER_KINDS as corporateActions } from '#modules/corporate-actions/model/transfer-kinds.ts'
import { TRANSFER_KINDS as copy } from '#modules/copy/model/transfer-kinds.ts'
import { TRANSFER_KINDS as draws } from '#modules/draws/model/transfer-kinds.ts'
import { TRANSFER_KINDS as funding } from '#modules/funding/model/transfer-kinds.ts'
import { TRANSFER_KINDS as ledger } from '#modules/ledger/model/transfer-kinds.ts'
import { TRANSFER_KINDS as loans } from '#modules/loans/model/transfer-kinds.ts'
import { TRANSFER_KINDS as orders } from '#modules/orders/model/transfer-kinds.ts'
import { TRANSFER_KINDS as portfolio } from '#modules/portfolio/model/transfer-kinds.ts'
import { TRANSFER_KINDS as tax } from '#modules/tax/model/transfer-kinds.ts'
import type { EntryGroup } from '#modules/ledger/model/groups.ts'
import { unionOf } from './union.ts'

/** Every kind of transfer that a module declares, with the group in which its entries are added up. */
const GROUP_OF = unionOf('transfer kind', {
  ledger,
  portfolio,
  orders,
  tax,
  'corporate-actions': corporateActions,
  funding,
  draws,
  copy,
  loans,
})

/** The purpose of a transfer: the words of the account log. */
export type TransferKind = keyof typeof GROUP_OF
export const TRANSFER_KINDS = Object.keys(GROUP_OF) as [TransferKind, ...TransferKind[]]

export const groupOf = (kind: TransferKind): EntryGroup => GROUP_OF[kind]
export const kindsOf = (group: EntryGroup): TransferKind[] =>
  TRANSFER_KINDS.filter((kind) => GROUP_OF[kind] === group)
