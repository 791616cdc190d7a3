import type { MemberId } from '#kernel/id.ts'
import { sql } from 'kysely'
import type { Yen } from '#kernel/money.ts'
import type { Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import { firmAccount, MEMBER_ACCOUNTS, type FirmAccount } from '#modules/ledger/model/accounts.ts'
import type { TransferKind } from '#registry/transfer-kinds.ts'
import type { TransferRow } from '#modules/ledger/server/public.ts'

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    /** A view: `member_balances` and `house_balances`, account by account. */
    accounts: { id: string; memberId: MemberId | null; kind: string; balanceYen: Yen }
    heads: { seq: number; hash: Buffer; ts: Ms }
    lease: { seq: number; head: Buffer; ts: Ms }
  }
}

export type AccountRow = {
  id: string
  memberId: MemberId | null
  number: number | null
  kind: string
  balanceYen: Yen
}

/**
 * Accounts after an id, in the order of ids. `memberId`: of that member alone; null: of the firm; undefined:
 * all.
 */
export function accountsAfter(
  { kysely }: Database,
  filter: { memberId?: MemberId | null | undefined; kind: string | null; after: string; limit: number },
): Promise<AccountRow[]> {
  let query = kysely
    .selectFrom(accountsNear(filter).as('near'))
    .leftJoin('members', 'members.id', 'near.memberId')
    .selectAll('near')
    .select('members.number as number')
  if (filter.kind !== null) query = query.where('near.kind', '=', filter.kind)
  return query.where('near.id', '>', filter.after).orderBy('near.id').limit(filter.limit).execute()
}

/**
 * Accounts among which the next page is: of the firm, and of as many members from there on as the page has
 * rows. The view by itself would read every member for each page.
 */
export const accountsNear = ({
  memberId,
  kind,
  after,
  limit,
}: {
  memberId?: MemberId | null | undefined
  kind: string | null
  after: string
  limit: number
}) => {
  const from = after.startsWith('m:') ? after.split(':')[1]! : ''
  const has = !(MEMBER_ACCOUNTS as readonly (string | null)[]).includes(kind)
    ? sql`true`
    : sql`${sql.ref(kind!)} is not null`
  const members =
    memberId === null
      ? sql`select null::text as member_id where false`
      : memberId !== undefined
        ? sql`select ${memberId}::text as member_id`
        : sql`select member_id from member_balances where member_id >= ${from} and ${has} order by member_id limit ${limit + 1}`
  return sql<{ id: string; memberId: MemberId | null; kind: string; balanceYen: Yen }>`(
    select accounts.* from accounts where member_id is null and ${memberId === undefined || memberId === null}
    union all select accounts.* from (${members}) as member join accounts on accounts.member_id = member.member_id
  )`
}

export const totalsByKind = ({
  kysely,
}: Database): Promise<{ kind: string; house: boolean; accounts: number; yen: Yen }[]> =>
  kysely
    .selectFrom('accounts')
    .select('kind')
    .select(({ fn }) => [
      fn.countAll().as('accounts'),
      fn.sum('balanceYen').as('yen'),
      fn.count('memberId').as('members'),
    ])
    .groupBy('kind')
    .orderBy('kind')
    .execute()
    .then((rows) =>
      rows.map(({ kind, accounts, yen, members }) => ({
        kind,
        house: Number(members) === 0,
        accounts: Number(accounts),
        yen: Number(yen),
      })),
    )

export const accountOf = ({ kysely }: Database, id: string): Promise<AccountRow | undefined> =>
  kysely
    .selectFrom('accounts')
    .leftJoin('members', 'members.id', 'accounts.memberId')
    .selectAll('accounts')
    .select('members.number as number')
    .where('accounts.id', '=', id)
    .where(
      id.startsWith('m:')
        ? sql<boolean>`accounts.member_id = ${id.split(':')[1]}`
        : sql<boolean>`accounts.member_id is null`,
    )
    .executeTakeFirst()

export type At = { seq: number; n: number }
export type EntryFilter = {
  before: At | null
  kind: TransferKind | null
  from: Ms | null
  to: Ms | null
  limit: number
}
export type Entries = { rows: TransferRow[]; next: At | null }

/** Accounts of the firm that move with each trade. The others have an index of their own (migration 0035). */
const DENSE: readonly FirmAccount[] = ['fee', 'clearing']
/**
 * Records that are looked through at once for entries of such an account, then four times as many, and the
 * most for one page.
 */
const STRETCH = 2_048
const FARTHEST = 524_288

/** Entries of an account of the firm, newest first. Members' go by the ledger's own key (`entriesOf`). */
export async function firmEntries(db: Database, account: string, filter: EntryFilter): Promise<Entries> {
  const isDense = DENSE.some((name) => firmAccount(name) === account)
  if (!isDense) {
    const rows = await entriesIn(db, account, filter, null)
    return { rows, next: rows.length < filter.limit ? null : atOf(rows.at(-1)!) }
  }
  const last = await db.kysely.selectFrom('lease').select('seq').executeTakeFirstOrThrow()
  const rows: TransferRow[] = []
  let before: At = filter.before ?? { seq: last.seq + 1, n: 0 }
  for (
    let size = STRETCH, seen = 0;
    rows.length < filter.limit && before.seq >= 0 && seen < FARTHEST;
    size *= 4
  ) {
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

function entriesIn(
  { kysely }: Database,
  account: string,
  { before, kind, from, to, limit }: EntryFilter,
  fromSeq: number | null,
): Promise<TransferRow[]> {
  let query = kysely.selectFrom('transfers').selectAll()
  // The account stands in the text of the query: an index for some accounts alone is used where the planner
  // knows which one is asked for.
  const id = sql.lit(account)
  query = query.where((is) => is.or([is('debit', '=', id as never), is('credit', '=', id as never)]))
  // Money of no member comes from the bank and goes there: the bank's index has it.
  if (account === firmAccount('unidentified') || account === firmAccount('bankClaims')) {
    const bank = sql.lit(firmAccount('bank'))
    query = query.where((is) => is.or([is('debit', '=', bank as never), is('credit', '=', bank as never)]))
  }
  if (before !== null)
    query = query
      .where('seq', '<=', before.seq)
      .where((is) => is.or([is('seq', '<', before.seq), is('n', '<', before.n)]))
  if (fromSeq !== null) query = query.where('seq', '>=', fromSeq)
  if (kind !== null) query = query.where('kind', '=', kind)
  if (from !== null) query = query.where('at', '>=', from)
  if (to !== null) query = query.where('at', '<', to)
  return query.orderBy('seq', 'desc').orderBy('n', 'desc').limit(limit).execute()
}

/**
 * Transfers of one record, in its order. The range of blocks that it lies in is known without an index of its
 * own.
 */
export const entriesOfRecord = ({ kysely }: Database, seq: number): Promise<TransferRow[]> =>
  kysely.selectFrom('transfers').selectAll().where('seq', '=', seq).orderBy('n').execute()

export type Record = { seq: number; ts: Ms; type: string; record: Buffer; hash: Buffer }
export const recordsAt = ({ kysely }: Database, seqs: readonly number[]): Promise<Record[]> =>
  kysely
    .selectFrom('journal')
    .selectAll()
    .where('seq', 'in', [...seqs])
    .orderBy('seq')
    .execute()

export const headNow = ({ kysely }: Database): Promise<{ seq: number; head: Buffer }> =>
  kysely.selectFrom('lease').select(['seq', 'head']).executeTakeFirstOrThrow()
/** The first head that was written down at or after a record. */
export const writtenHead = (
  { kysely }: Database,
  seq: number,
): Promise<{ seq: number; hash: Buffer } | undefined> =>
  kysely
    .selectFrom('heads')
    .select(['seq', 'hash'])
    .where('seq', '>=', seq)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
