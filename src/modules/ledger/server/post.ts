import type { MemberId } from '#kernel/id.ts'
import { Bug } from '#kernel/assert.ts'
import { safeYen, type Yen } from '#kernel/money.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import {
  accountId,
  isDebt,
  isFirmAccount,
  memberAccount,
  NO_MONEY,
  type AccountName,
  type Balances,
  type FirmAccount,
  type MemberAccount,
} from '../model/accounts.ts'
import type { Transfer } from '../model/drafting.ts'
import { houseBalances, memberBalances, transfers } from './tables.ts'

/** The moment of a posting: the command's number in the journal, market time, trade date. */
export type PostedAt = { seq: number; at: Ms; tradeDate: DateJst }

type Moved<Name extends AccountName> = Partial<Record<Name, Yen>>

/**
 * Writes the transfers of a command and the balances that follow. Once per command: the number of a transfer
 * counts from here. An account opens with its first transfer.
 */
export function post(tables: TableAccess, when: PostedAt, list: readonly Transfer[]): void {
  const members = new Map<string, Moved<MemberAccount>>()
  const context: Moved<FirmAccount> = {}
  const change = (memberId: MemberId, name: AccountName, yen: Yen) => {
    if (isFirmAccount(name)) return void (context[name] = safeYen((context[name] ?? 0) + yen))
    let moved = members.get(memberId)
    if (moved === undefined) members.set(memberId, (moved = {}))
    moved[name] = safeYen((moved[name] ?? 0) + yen)
  }
  for (const [n, transfer] of list.entries()) {
    const { memberId, from, to, yen } = transfer
    // Not `assert`: its sentences would be written for every transfer.
    if (!Number.isSafeInteger(yen) || yen < 1) throw new Bug(`a transfer moves whole yen, at least 1: ${yen}`)
    if (from === to) throw new Bug(`a transfer from ${from} to itself`)
    // Written in alphabetical order: the journal's canonical form needs no sorting then.
    tables
      .of(transfers)
      .insert({
        at: when.at,
        code: transfer.code ?? null,
        credit: accountId(memberId, to),
        debit: accountId(memberId, from),
        kind: transfer.kind,
        lotId: transfer.lotId ?? null,
        memberId,
        n,
        orderId: transfer.orderId ?? null,
        seq: when.seq,
        taxYen: transfer.taxYen,
        tradeDate: when.tradeDate,
        yen,
      })
    change(memberId, from, -yen)
    change(memberId, to, yen)
  }
  for (const [memberId, moved] of members) applyToMember(tables, memberId, moved)
  applyToFirm(tables, context)
}

const NOT_OPENED: Record<MemberAccount, null> = {
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
}

function applyToMember(tables: TableAccess, memberId: MemberId, moved: Moved<MemberAccount>): void {
  const table = tables.of(memberBalances)
  const before = table.get(memberId)
  const after: Moved<MemberAccount> = {}
  let isChanged = false
  for (const name of Object.keys(moved) as MemberAccount[]) {
    if (moved[name] === 0) continue
    const yen = safeYen((before?.[name] ?? 0) + moved[name]!)
    if (isDebt(name) ? yen > 0 : yen < 0) throw new Bug(`${memberAccount(memberId, name)} would be ${yen}`)
    after[name] = yen
    isChanged = true
  }
  if (!isChanged) return
  if (before) table.update(before, after)
  else table.insert({ memberId, ...NOT_OPENED, ...after })
}

function applyToFirm(tables: TableAccess, moved: Moved<FirmAccount>): void {
  const table = tables.of(houseBalances)
  for (const kind of Object.keys(moved) as FirmAccount[]) {
    if (moved[kind] === 0) continue
    const before = table.get(kind)
    const balanceYen = safeYen((before?.balanceYen ?? 0) + moved[kind]!)
    if (before) table.update(before, { balanceYen })
    else table.insert({ kind, balanceYen })
  }
}

/** The money that a member has and owes; debts as positive figures. */
export function balances(tables: TableReader, memberId: MemberId): Balances {
  const row = tables.of(memberBalances).get(memberId)
  if (row === undefined) return NO_MONEY
  return {
    available: row.available ?? 0,
    unsettled: row.unsettled ?? 0,
    orderHold: row.orderHold ?? 0,
    lotMargin: row.lotMargin ?? 0,
    withdrawalHold: row.withdrawalHold ?? 0,
    subscriptionHold: row.subscriptionHold ?? 0,
    dividendHold: row.dividendHold ?? 0,
    paidShares: row.paidShares ?? 0,
    loan: 0 - (row.loan ?? 0),
    shortfall: 0 - (row.shortfall ?? 0),
  }
}
