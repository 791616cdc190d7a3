import type { LotId, MemberId, OrderId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { defineAppendTable, defineTable } from '#platform/engine/table.ts'
import type { FirmAccount, MemberAccount } from '../model/accounts.ts'
import type { TransferKind } from '#registry/transfer-kinds.ts'
import { memberBalancesCodec } from './row-codecs.ts'

/**
 * All of a member's accounts: credits less debits of each; null before its first transfer. One row, since a
 * command moves money between several of them. The firm's are `houseBalances`; all accounts together add up
 * to 0. By SQL, the view `accounts` has a row for each.
 */
export type MemberBalancesRow = { memberId: MemberId } & Record<MemberAccount, Yen | null>

export const memberBalances = defineTable<MemberBalancesRow>()({
  codec: memberBalancesCodec,
  name: 'member_balances',
  columns: {
    memberId: 'text',
    available: 'int8?',
    unsettled: 'int8?',
    orderHold: 'int8?',
    lotMargin: 'int8?',
    withdrawalHold: 'int8?',
    subscriptionHold: 'int8?',
    dividendHold: 'int8?',
    paidShares: 'int8?',
    loan: 'int8?',
    shortfall: 'int8?',
  },
  key: 'memberId',
})

export type HouseBalanceRow = { kind: FirmAccount; balanceYen: Yen }

export const houseBalances = defineTable<HouseBalanceRow>()({
  name: 'house_balances',
  columns: { kind: 'text', balanceYen: 'int8' },
  key: 'kind',
})

/** `seq` is the journal's number of the command, `n` counts within it. `at` is market time. */
export type TransferRow = {
  memberId: MemberId
  seq: number
  n: number
  debit: string
  credit: string
  yen: Yen
  taxYen: Yen
  kind: TransferKind
  orderId: OrderId | null
  lotId: LotId | null
  code: string | null
  at: Ms
  tradeDate: DateJst
}

/** By member first: the account log is read by this key alone, without a second index. */
export const transfers = defineAppendTable<TransferRow>()({
  name: 'transfers',
  columns: {
    memberId: 'text',
    seq: 'int8',
    n: 'int4',
    debit: 'text',
    credit: 'text',
    yen: 'int8',
    taxYen: 'int8',
    kind: 'text',
    orderId: 'text?',
    lotId: 'text?',
    code: 'text?',
    at: 'int8',
    tradeDate: 'text',
  },
  key: ['memberId', 'seq', 'n'],
  // The columns that balances need, and the reason of each transfer; the rest says the record itself, or
  // follows from running it again.
  inRecord: ({ credit, debit, kind, yen }) => ({ credit, debit, kind, yen }),
})
