import type { Yen } from '#kernel/money.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { defineAppendTable, defineTable } from '#platform/engine/table.ts'
import type { AccountName } from '../model/accounts.ts'
import type { TransferKind } from '../model/kinds.ts'

/** `m:<member>:<name>` or `h:<name>`. Credits less debits: the balances of all accounts add up to 0. */
export type AccountRow = { id: string; memberId: string | null; kind: AccountName; balanceYen: Yen }

export const accounts = defineTable<AccountRow>()({
  name: 'accounts',
  columns: { id: 'text', memberId: 'text?', kind: 'text', balanceYen: 'int8' },
  key: 'id',
  fixed: ['memberId', 'kind'],
  indexes: { member: ({ memberId }) => memberId },
})

/** `seq` is the journal's number of the command, `n` counts within it. `at` is market time. */
export type TransferRow = {
  memberId: string
  seq: number
  n: number
  debit: string
  credit: string
  yen: Yen
  taxYen: Yen
  kind: TransferKind
  orderId: string | null
  lotId: string | null
  code: string | null
  at: Ms
  tradeDate: DateJst
}

/** By member first: the account log is read by this key alone, without a second index. */
export const transfers = defineAppendTable<TransferRow>()({
  name: 'transfers',
  columns: {
    memberId: 'text', seq: 'int8', n: 'int4', debit: 'text', credit: 'text', yen: 'int8', taxYen: 'int8', kind: 'text',
    orderId: 'text?', lotId: 'text?', code: 'text?', at: 'int8', tradeDate: 'text',
  },
  key: ['memberId', 'seq', 'n'],
  // What balances need, and why; the rest says the record itself, or follows from running it again.
  inRecord: ({ credit, debit, kind, yen }) => ({ credit, debit, kind, yen }),
})
