import type { MemberId } from '#kernel/id.ts'
import { defineTable } from '#platform/engine/table.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'

/**
 * An account of its own that a member leads for others: a copy pool. Nobody can log in as one; its limits and
 * its freeze are those of the member who leads it.
 */
export type ManagedAccountRow = { id: string; memberId: MemberId }
export const managedAccounts = defineTable<ManagedAccountRow>()({
  name: 'led_accounts',
  columns: { id: 'text', memberId: 'text' },
  key: 'id',
  fixed: ['memberId'],
  indexes: { member: ({ memberId }) => memberId },
})

/**
 * The member whose level and freeze count for an account: the one who leads it, else the one whose own it is.
 */
export const managerOf = (tables: TableReader, account: string): string =>
  tables.of(managedAccounts).get(account)?.memberId ?? account

/**
 * Every account through which the person of this account trades: the member's own first, then those that the
 * member leads.
 */
export function accountsOf(tables: TableReader, account: string): string[] {
  const person = managerOf(tables, account)
  return [
    person,
    ...tables
      .of(managedAccounts)
      .by('member', person)
      .map(({ id }) => id),
  ]
}

/** Gives a member an account to lead, inside the command that makes it. */
export const openManagedAccount = (tables: TableAccess, id: string, memberId: MemberId): ManagedAccountRow =>
  tables.of(managedAccounts).insert({ id, memberId })
