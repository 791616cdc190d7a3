import { assert } from '#kernel/assert.ts'
import type { Yen } from '#kernel/money.ts'
import { ENTRY_GROUPS, type EntryGroup } from '#modules/ledger/model/groups.ts'
import { groupOf, type TransferKind } from '#registry/transfer-kinds.ts'
import {
  DEBT_ACCOUNTS,
  NO_MONEY,
  OWN_ACCOUNTS,
  ownMoney,
  type Balances,
} from '#modules/ledger/model/accounts.ts'

/** Transfers of one kind between two accounts, added up. Account ids as the ledger writes them. */
export type Sum = {
  readonly debit: string
  readonly credit: string
  readonly kind: TransferKind
  readonly yen: Yen
  readonly count: number
}

const OWN: readonly string[] = OWN_ACCOUNTS
const DEBT: readonly string[] = DEBT_ACCOUNTS
const wordOf = (accountId: string): string => accountId.slice(accountId.lastIndexOf(':') + 1)

/** Balances after these transfers, when they began with `before`. Debts as positive figures. */
export function balancesAfter(before: Balances, sums: readonly Sum[]): Balances {
  const after: Record<string, Yen> = { ...before }
  const change = (name: string, yen: Yen) => {
    if (OWN.includes(name)) after[name]! += yen
    else if (DEBT.includes(name)) after[name]! -= yen
  }
  for (const { debit, credit, yen } of sums) {
    change(wordOf(debit), 0 - yen)
    change(wordOf(credit), yen)
  }
  return after as Balances
}

export type GroupSum = { readonly group: EntryGroup; readonly yen: Yen; readonly count: number }

/** The effect of each group on the member's own money, and the number of entries that changed it. */
export function groupSums(sums: readonly Sum[]): GroupSum[] {
  return ENTRY_GROUPS.map((group) => {
    const effects = sums
      .filter(({ kind }) => groupOf(kind) === group)
      .map(({ debit, credit, yen, count }) => {
        const sign = Number(OWN.includes(wordOf(credit))) - Number(OWN.includes(wordOf(debit)))
        return { yen: sign * yen, count: sign === 0 ? 0 : count }
      })
    return {
      group,
      yen: effects.reduce((sum, effect) => sum + effect.yen, 0),
      count: effects.reduce((sum, effect) => sum + effect.count, 0),
    }
  })
}

/**
 * A period of a member's money. `before` and `after`: its balances; the groups lead from one to the other, to
 * the yen. A balance of a day may be below zero: after midnight a deposit is of the next day, and what it
 * paid for of the trade date, which is the day before until the market closes.
 */
export type Movement = {
  readonly before: Balances
  readonly after: Balances
  readonly groups: readonly GroupSum[]
}

export function movementOf(until: readonly Sum[], during: readonly Sum[]): Movement {
  const before = balancesAfter(NO_MONEY, until)
  const after = balancesAfter(before, during)
  const groups = groupSums(during)
  const moved = groups.reduce((sum, { yen }) => sum + yen, 0)
  assert(
    ownMoney(before) + moved === ownMoney(after),
    `the movements of a period are ${moved}, its balances differ by ${ownMoney(after) - ownMoney(before)}`,
  )
  return { before, after, groups }
}
