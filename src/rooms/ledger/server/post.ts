import { Bug } from '#kernel/assert.ts'
import { safeYen, type Yen } from '#kernel/money.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import { accountId, isDebt, isHouse, NO_MONEY, type AccountName, type Balances } from '../model/accounts.ts'
import type { Transfer } from '../model/drafting.ts'
import { accounts, transfers } from './tables.ts'

/** When a posting happens: the command's number in the journal, market time, trade date. */
export type PostedAt = { seq: number; at: Ms; tradeDate: DateJst }

/**
 * Writes the transfers of a command and the balances that follow. Once per command: the number of a transfer counts from here.
 * An account opens with its first transfer.
 */
export function post(tables: TableAccess, when: PostedAt, list: readonly Transfer[]): void {
  const changes = new Map<string, { memberId: string; name: AccountName; yen: Yen }>()
  const change = (id: string, memberId: string, name: AccountName, yen: Yen) => {
    const known = changes.get(id)
    if (known) known.yen = safeYen(known.yen + yen)
    else changes.set(id, { memberId, name, yen })
  }
  for (const [n, transfer] of list.entries()) {
    const { memberId, from, to, yen } = transfer
    // Not `assert`: its sentences would be written for every transfer.
    if (!Number.isSafeInteger(yen) || yen < 1) throw new Bug(`a transfer moves whole yen, at least 1: ${yen}`)
    if (from === to) throw new Bug(`a transfer from ${from} to itself`)
    const debit = accountId(memberId, from)
    const credit = accountId(memberId, to)
    // Written in alphabetical order: the journal's canonical form needs no sorting then.
    tables.of(transfers).insert({
      at: when.at, code: transfer.code ?? null, credit, debit,
      kind: transfer.kind, lotId: transfer.lotId ?? null, memberId, n, orderId: transfer.orderId ?? null, seq: when.seq,
      taxYen: transfer.taxYen, tradeDate: when.tradeDate, yen,
    })
    change(debit, memberId, from, -yen)
    change(credit, memberId, to, yen)
  }
  for (const [id, { memberId, name, yen }] of changes) if (yen !== 0) apply(tables, id, isHouse(name) ? null : memberId, name, yen)
}

function apply(tables: TableAccess, id: string, memberId: string | null, kind: AccountName, yen: Yen): void {
  const table = tables.of(accounts)
  const account = table.get(id)
  const balanceYen = safeYen((account?.balanceYen ?? 0) + yen)
  if (memberId !== null && (isDebt(kind) ? balanceYen > 0 : balanceYen < 0)) throw new Bug(`${id} would be ${balanceYen}`)
  if (account) table.update(account, { balanceYen })
  else table.insert({ id, memberId, kind, balanceYen })
}

/** What a member has and owes; debts as positive figures. */
export function balances(tables: TableReader, memberId: string): Balances {
  const found = { ...NO_MONEY } as Record<AccountName, Yen>
  for (const { kind, balanceYen } of tables.of(accounts).by('member', memberId)) found[kind] = isDebt(kind) ? 0 - balanceYen : balanceYen
  return found
}
