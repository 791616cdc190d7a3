import type { NewRecord } from '#platform/engine/store.ts'
import type { Changed, FakeDisk, Written } from '../fake-disk.ts'
import { accountsOf, firmAccountOf, type Account } from '#modules/ledger/server/accounts.fixture.ts'
import type { Rows } from '../rows.ts'

export type Change<R> = { readonly before: R | null; readonly after: R }

/** A batch that has just become durable, with the disk as it is now. */
export type Batch = {
  readonly journal: readonly NewRecord[]
  readonly disk: FakeDisk
  of<T extends keyof Rows>(table: T): readonly Change<Rows[T]>[]
}

export function batchOf(written: Written, disk: FakeDisk): Batch {
  const tables = new Map<string, Changed[]>()
  for (const change of written.changes) {
    const known = tables.get(change.table)
    if (known) known.push(change)
    else tables.set(change.table, [change])
  }
  return { journal: written.journal, disk, of: (table) => (tables.get(table) ?? []) as never }
}

/** The changes of a batch to accounts, each by itself. */
export const accountsIn = (batch: Batch): Change<Account>[] => [
  ...batch.of('member_balances').flatMap(({ before, after }) => {
    const known = new Map(before === null ? [] : accountsOf(before).map((account) => [account.id, account]))
    return accountsOf(after)
      .map((account) => ({ before: known.get(account.id) ?? null, after: account }))
      .filter((change) => change.before?.balanceYen !== change.after.balanceYen)
  }),
  ...batch
    .of('house_balances')
    .map(({ before, after }) => ({ before: before && firmAccountOf(before), after: firmAccountOf(after) })),
]

/** All accounts as they stand. */
export const accountsOn = (disk: FakeDisk): Account[] => [
  ...disk.rows('member_balances').flatMap(accountsOf),
  ...disk.rows('house_balances').map(firmAccountOf),
]

/** Adds up by name. */
export class Sums {
  readonly #sums = new Map<string, number>()
  add(name: string, value: number): number {
    const sum = (this.#sums.get(name) ?? 0) + value
    this.#sums.set(name, sum)
    return sum
  }
  get = (name: string): number => this.#sums.get(name) ?? 0
  names = (): string[] => [...this.#sums.keys()]
}

const TRANSFERS = '"transfers":'

/** The transfers that one record tells of, as canonical text; '[]' where it moved no money. */
export function transfersIn(record: string): { credit: string; debit: string; kind: string; yen: string }[] {
  const from = record.lastIndexOf(TRANSFERS) + TRANSFERS.length
  if (from < TRANSFERS.length || record.startsWith('[]', from)) return []
  return JSON.parse(record.slice(from, record.lastIndexOf(']},"device":') + 1)) as {
    credit: string
    debit: string
    kind: string
    yen: string
  }[]
}
