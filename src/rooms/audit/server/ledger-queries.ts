import { sql } from 'kysely'
import type { Yen } from '#kernel/money.ts'
import type { Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import { DEBT_ACCOUNTS, houseAccount, HOUSE_ACCOUNTS, memberAccount, OWN_ACCOUNTS, type HouseAccount } from '#rooms/ledger/model/accounts.ts'
import type { TransferKind } from '#rooms/ledger/model/kinds.ts'
import type { TransferRow } from '#rooms/ledger/server/public.ts'

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    accounts: { id: string; memberId: string | null; kind: string; balanceYen: Yen }
    heads: { seq: number; hash: Buffer; ts: Ms }
    lease: { seq: number; head: Buffer; ts: Ms }
  }
}

export type AccountRow = { id: string; memberId: string | null; number: number | null; kind: string; balanceYen: Yen }

/** Accounts after an id, in the order of ids. `memberId`: of that member alone; null: of the house; undefined: all. */
export function accountsAfter({ kysely }: Database, given: { memberId?: string | null | undefined; kind: string | null; after: string; limit: number }): Promise<AccountRow[]> {
  let query = kysely.selectFrom('accounts').leftJoin('members', 'members.id', 'accounts.memberId').selectAll('accounts').select('members.number as number')
  if (given.memberId === null) query = query.where('accounts.id', 'in', HOUSE_ACCOUNTS.map(houseAccount))
  else if (given.memberId !== undefined) query = query.where('accounts.id', 'in', [...OWN_ACCOUNTS, ...DEBT_ACCOUNTS].map((name) => memberAccount(given.memberId!, name)))
  if (given.kind !== null) query = query.where('accounts.kind', '=', given.kind)
  return query.where('accounts.id', '>', given.after).orderBy('accounts.id').limit(given.limit).execute()
}

export const totalsByKind = ({ kysely }: Database): Promise<{ kind: string; house: boolean; accounts: number; yen: Yen }[]> =>
  kysely.selectFrom('accounts').select('kind').select(({ fn }) => [fn.countAll().as('accounts'), fn.sum('balanceYen').as('yen'), fn.count('memberId').as('members')])
    .groupBy('kind').orderBy('kind').execute()
    .then((rows) => rows.map(({ kind, accounts, yen, members }) => ({ kind, house: Number(members) === 0, accounts: Number(accounts), yen: Number(yen) })))

export const accountOf = ({ kysely }: Database, id: string): Promise<AccountRow | undefined> =>
  kysely.selectFrom('accounts').leftJoin('members', 'members.id', 'accounts.memberId').selectAll('accounts').select('members.number as number').where('accounts.id', '=', id).executeTakeFirst()

export type At = { seq: number; n: number }
export type EntryFilter = { before: At | null; kind: TransferKind | null; from: Ms | null; to: Ms | null; limit: number }
export type Entries = { rows: TransferRow[]; next: At | null }

/** Accounts of the house that move with each trade. The others have an index of their own (migration 0035). */
const DENSE: readonly HouseAccount[] = ['fee', 'clearing']
/** So many records are looked through at once for entries of such an account; then four times as many, up to so many a page. */
const STRETCH = 2_048
const FARTHEST = 524_288

/** Entries of an account of the house, newest first. Members' go by the ledger's own key (`entriesOf`). */
export async function houseEntries(db: Database, account: string, filter: EntryFilter): Promise<Entries> {
  const isDense = DENSE.some((name) => houseAccount(name) === account)
  if (!isDense) {
    const rows = await entriesIn(db, account, filter, null)
    return { rows, next: rows.length < filter.limit ? null : atOf(rows.at(-1)!) }
  }
  const last = await db.kysely.selectFrom('lease').select('seq').executeTakeFirstOrThrow()
  const rows: TransferRow[] = []
  let before: At = filter.before ?? { seq: last.seq + 1, n: 0 }
  for (let size = STRETCH, seen = 0; rows.length < filter.limit && before.seq >= 0 && seen < FARTHEST; size *= 4) {
    const from = Math.max(before.seq - size, 0)
    const found = await entriesIn(db, account, { ...filter, before, limit: filter.limit - rows.length }, from)
    rows.push(...found)
    if (rows.length === filter.limit) return { rows, next: atOf(rows.at(-1)!) }
    if (from === 0) return { rows, next: null }
    seen += before.seq - from
    before = { seq: from, n: 0 }
  }
  return { rows, next: before }
}

const atOf = ({ seq, n }: At): At => ({ seq, n })

function entriesIn({ kysely }: Database, account: string, { before, kind, from, to, limit }: EntryFilter, fromSeq: number | null): Promise<TransferRow[]> {
  let query = kysely.selectFrom('transfers').selectAll()
  // The account stands in the text of the query: an index for some accounts alone is used where the planner knows which one is asked for.
  const id = sql.lit(account)
  query = query.where((is) => is.or([is('debit', '=', id as never), is('credit', '=', id as never)]))
  if (before !== null) query = query.where('seq', '<=', before.seq).where((is) => is.or([is('seq', '<', before.seq), is('n', '<', before.n)]))
  if (fromSeq !== null) query = query.where('seq', '>=', fromSeq)
  if (kind !== null) query = query.where('kind', '=', kind)
  if (from !== null) query = query.where('at', '>=', from)
  if (to !== null) query = query.where('at', '<', to)
  return query.orderBy('seq', 'desc').orderBy('n', 'desc').limit(limit).execute()
}

/** What one record moved, in its order. The range of blocks that it lies in is known without an index of its own. */
export const entriesOfRecord = ({ kysely }: Database, seq: number): Promise<TransferRow[]> =>
  kysely.selectFrom('transfers').selectAll().where('seq', '=', seq).orderBy('n').execute()

export type Record = { seq: number; ts: Ms; type: string; record: Buffer; hash: Buffer }
export const recordsAt = ({ kysely }: Database, seqs: readonly number[]): Promise<Record[]> =>
  kysely.selectFrom('journal').selectAll().where('seq', 'in', [...seqs]).orderBy('seq').execute()

export const headNow = ({ kysely }: Database): Promise<{ seq: number; head: Buffer }> => kysely.selectFrom('lease').select(['seq', 'head']).executeTakeFirstOrThrow()
/** The first head that was written down at or after a record. */
export const writtenHead = ({ kysely }: Database, seq: number): Promise<{ seq: number; hash: Buffer } | undefined> =>
  kysely.selectFrom('heads').select(['seq', 'hash']).where('seq', '>=', seq).orderBy('seq').limit(1).executeTakeFirst()
