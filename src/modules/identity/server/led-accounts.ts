import { defineTable } from '#platform/engine/table.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'

/** An account of its own that a member leads for others: a copy pool. Nobody can log in as one; its limits and its freeze are those of the member who leads it. */
export type LedAccountRow = { id: string; memberId: string }
export const ledAccounts = defineTable<LedAccountRow>()({
  name: 'led_accounts', columns: { id: 'text', memberId: 'text' }, key: 'id', fixed: ['memberId'],
  indexes: { member: ({ memberId }) => memberId },
})

/** Whose level and freeze count for an account: the member's who leads it, else the member's whose own it is. */
export const leadOf = (tables: TableReader, account: string): string => tables.of(ledAccounts).get(account)?.memberId ?? account

/** Every account through which the person of this account trades: the member's own first, then those that the member leads. */
export function accountsOf(tables: TableReader, account: string): string[] {
  const person = leadOf(tables, account)
  return [person, ...tables.of(ledAccounts).by('member', person).map(({ id }) => id)]
}

/** Gives a member an account to lead, inside the command that makes it. */
export const openLedAccount = (tables: TableAccess, id: string, memberId: string): LedAccountRow => tables.of(ledAccounts).insert({ id, memberId })
