import type { MemberId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { firmAccount, memberAccount, MEMBER_ACCOUNTS, type AccountName } from '../model/accounts.ts'
import { houseBalances, memberBalances, type HouseBalanceRow, type MemberBalancesRow } from './tables.ts'

/** An account by itself, as the view `accounts` has it. */
export type Account = { id: string; memberId: MemberId | null; kind: AccountName; balanceYen: Yen }

/** The accounts of a member that have been opened. */
export const accountsOf = (row: MemberBalancesRow): Account[] =>
  MEMBER_ACCOUNTS.flatMap((kind) => {
    const balanceYen = row[kind]
    return balanceYen === null
      ? []
      : [{ id: memberAccount(row.memberId, kind), memberId: row.memberId, kind, balanceYen }]
  })

export const firmAccountOf = ({ kind, balanceYen }: HouseBalanceRow): Account => ({
  id: firmAccount(kind),
  memberId: null,
  kind,
  balanceYen,
})

export const allAccounts = (tables: TableReader): Account[] => [
  ...tables.of(memberBalances).all().flatMap(accountsOf),
  ...tables.of(houseBalances).all().map(firmAccountOf),
]

/** The row of a member who has this and no more. */
export const balancesRow = (
  memberId: MemberId,
  yen: Partial<Omit<MemberBalancesRow, 'memberId'>>,
): MemberBalancesRow => ({
  memberId,
  available: null,
  unsettled: null,
  orderHold: null,
  lotMargin: null,
  withdrawalHold: null,
  subscriptionHold: null,
  dividendHold: null,
  paidShares: null,
  loan: null,
  shortfall: null,
  ...yen,
})
