import type { Yen } from '#kernel/money.ts'
import { hash } from 'node:crypto'
import type pg from 'pg'
import { readEverything, runStored, type Stored, type StoredCheck } from './check-stored.ts'
import { TablesAgain, type Rules, type TablesCheck } from './check-tables.ts'
import { differenceText, type Difference } from './difference.ts'
import { CopyRows } from './copy-rows.ts'
import { BrokenChain, CHAIN_START, chainChecker, readRecord, type JournalEntry } from './journal.ts'
import { JOURNAL_READ } from './postgres-store.ts'
import type { JournalRecord } from './store.ts'
import { withClient } from '../database/with-client.ts'

/**
 * The result of a check of the whole journal. `badSeq`: the first record that does not hold, null where the
 * balances or entries differ without one.
 */
export type JournalCheck = {
  status: 'intact' | 'broken'
  /** Of the last record that was read, and its hash in hex; -1 and nothing where not one held. */
  toSeq: number
  head: string
  badSeq: number | null
  /** The fault, for those who look into it; null where there is none. */
  what: string | null
  /** The number of accounts and entries compared with the journal. */
  accounts: number
  entries: number
  /**
   * The result of running it again; null where it was not run again, or the journal itself does not hold.
   */
  again: TablesCheck | null
  /** Rows beside the journal, and every table read to its end; null as for `again`. */
  stored: Stored | null
}

/** One entry of the ledger as the record says it, and as its row does. */
type Moved = { credit: string; debit: string; kind: string; yen: Yen }
/** Number of records whose entries are compared as one sum; if it differs they are looked at one by one. */
const STRETCH = 1_000
const TOLD_EVERY = 2_000
const DIGITS = 12

/** The member whose account an entry moves; '' where both are the firm's. */
const memberOf = ({ debit, credit }: Moved): string =>
  (debit.startsWith('m:') ? debit : credit.startsWith('m:') ? credit : '::').split(':')[1]!
const MEMBER_SQL = `case when debit like 'm:%' or credit like 'm:%' then member_id else '' end`

/**
 * 48 bits of an entry: sums of them say whether two lots of entries are the same, in whatever order they are
 * read.
 */
function printOf(seq: number, n: number, moved: Moved): number {
  const { debit, credit, kind, yen } = moved
  const text = `${seq}-${n}|${memberOf(moved)}|${debit}|${credit}|${kind}|${yen}`
  return Number.parseInt(hash('md5', text).slice(0, DIGITS), 16)
}
const PRINT_SQL = `('x' || substr(md5(seq || '-' || n || '|' || ${MEMBER_SQL} || '|' || debit || '|' || credit || '|' || kind || '|' || yen), 1, ${DIGITS}))::bit(48)::bigint`

/**
 * The money of a journal, collected while it is read: flat in the number of records but for one
 * figure a thousand.
 */
class Money {
  readonly balances = new Map<string, number>()
  readonly stretches: { count: number; print: bigint }[] = []
  entries = 0

  add({ seq, body }: JournalEntry): void {
    const moved = (body['transfers'] ?? []) as Moved[]
    const stretch = (this.stretches[Math.floor(seq / STRETCH)] ??= { count: 0, print: 0n })
    for (const [n, entry] of moved.entries()) {
      this.balances.set(entry.debit, (this.balances.get(entry.debit) ?? 0) - entry.yen)
      this.balances.set(entry.credit, (this.balances.get(entry.credit) ?? 0) + entry.yen)
      stretch.count++
      stretch.print += BigInt(printOf(seq, n, entry))
      this.entries++
    }
  }
}

/**
 * Walks the whole journal in one snapshot of the database: each record follows from the one before it, the
 * heads that were written down and the lease name what was reached, every balance is what the records say,
 * and so are member, accounts, kind and amount of every entry of the ledger (invariants I3, I5, threat T19);
 * its other columns are in no record. With `rules` it is run again too, and every column of every table that
 * commands write is held against what comes out. Reads alone.
 */
export async function checkJournal(
  config: pg.ClientConfig,
  told: (read: number, of: number) => void,
  rules: Rules | null = null,
): Promise<JournalCheck> {
  return withClient({ ...config, application_name: 'akari-check' }, async (client) => {
    const again = rules === null ? null : new TablesAgain(rules, Date.now())
    try {
      await client.query('begin isolation level repeatable read read only')
      return await walk(client, told, again, rules?.stored ?? [])
    } finally {
      again?.close()
    }
  })
}

type HeadRow = { seq: string; hash: Buffer }

async function walk(
  client: pg.Client,
  told: (read: number, of: number) => void,
  tables: TablesAgain | null,
  checks: readonly StoredCheck[],
): Promise<JournalCheck> {
  const lease = (await client.query<HeadRow>('select seq::text, head as hash from lease')).rows[0]!
  const heads = new Map(
    (await client.query<HeadRow>('select seq::text, hash from heads')).rows.map(({ seq, hash: head }) => [
      Number(seq),
      head.toString('latin1'),
    ]),
  )
  const last = Number(lease.seq)
  const checker = chainChecker({ seq: -1, hash: CHAIN_START, ts: 0 })
  const money = new Money()
  const end = (
    what: { badSeq: number | null; what: string } | null,
    again: TablesCheck | null = null,
    stored: Stored | null = null,
  ): JournalCheck => ({
    status: what === null ? 'intact' : 'broken',
    toSeq: checker.head().seq,
    head: Buffer.from(checker.head().hash, 'latin1').toString('hex'),
    badSeq: what?.badSeq ?? null,
    what: what?.what ?? null,
    accounts: money.balances.size,
    entries: money.entries,
    again,
    stored,
  })
  try {
    await records(client, '', (record) => {
      money.add(checker.next(record))
      tables?.next(record.record)
      const head = heads.get(record.seq)
      if (head !== undefined && head !== checker.head().hash)
        throw new BrokenChain(record.seq, 'it is not the head that was written down')
      if (record.seq % TOLD_EVERY === 0) told(record.seq + 1, last + 1)
    })
    const reached = checker.head()
    if (reached.seq < last) throw new BrokenChain(reached.seq + 1, 'the record is missing')
    if (reached.seq > last)
      throw new BrokenChain(last + 1, 'the journal goes on beyond the head of the lease')
    if (reached.hash !== lease.hash.toString('latin1'))
      throw new BrokenChain(last, 'it is not the head that the lease names')
  } catch (error) {
    if (error instanceof BrokenChain) return end({ badSeq: error.seq, what: error.message })
    throw error
  }
  told(last + 1, last + 1)
  const wrong = (await differingEntry(client, money)) ?? (await differingBalance(client, money))
  const again = (await tables?.compare(client)) ?? null
  const stored = tables && joined(await runStored(client, checks), await readEverything(client))
  return end(wrong ?? differing(again?.differences) ?? differing(stored?.differences), again, stored)
}

const joined = (one: Stored, other: Stored): Stored => ({
  rows: one.rows,
  differences: [...one.differences, ...other.differences],
})

const differing = (differences: readonly Difference[] = []): { badSeq: number | null; what: string } | null =>
  differences.length === 0 ? null : { badSeq: null, what: differenceText(differences[0]!) }

const records = (
  client: pg.Client,
  where: string,
  onRecord: (record: JournalRecord) => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const select = `select seq, ts, type, record, hash from journal${where} order by seq`
    client.query(
      new CopyRows(select, JOURNAL_READ, (row) => onRecord(row as JournalRecord), { resolve, reject }),
    )
  })

/** The first record whose entries in the ledger are not those that it says. */
async function differingEntry(
  client: pg.Client,
  { stretches }: Money,
): Promise<{ badSeq: number; what: string } | null> {
  const { rows } = await client.query<{ stretch: string; count: string; print: string }>(
    `select (seq / ${STRETCH})::text as stretch, count(*)::text as count, sum(${PRINT_SQL})::text as print from transfers group by seq / ${STRETCH}`,
  )
  const held = new Map(rows.map(({ stretch, count, print }) => [Number(stretch), `${count} ${print}`]))
  const said = new Map(
    stretches.flatMap((stretch, at) =>
      stretch.count === 0 ? [] : [[at, `${stretch.count} ${stretch.print}`] as const],
    ),
  )
  const bad = [...new Set([...held.keys(), ...said.keys()])]
    .sort((a, b) => a - b)
    .find((at) => held.get(at) !== said.get(at))
  if (bad === undefined) return null
  const span = `seq >= ${bad * STRETCH} and seq < ${(bad + 1) * STRETCH}`
  const printed = await client.query<{ seq: string; prints: string }>(
    `select seq::text, count(*) || ' ' || sum(${PRINT_SQL}) as prints from transfers where ${span} group by seq`,
  )
  const inLedger = new Map(printed.rows.map(({ seq, prints }) => [Number(seq), prints]))
  const inJournal = new Map<number, string>()
  await records(client, ` where ${span}`, (record) => {
    const { seq, body } = readRecord(record.record)
    const moved = (body['transfers'] ?? []) as Moved[]
    if (moved.length > 0)
      inJournal.set(
        seq,
        `${moved.length} ${moved.reduce((sum, entry, n) => sum + BigInt(printOf(seq, n, entry)), 0n)}`,
      )
  })
  const badSeq = [...new Set([...inLedger.keys(), ...inJournal.keys()])]
    .sort((a, b) => a - b)
    .find((seq) => inLedger.get(seq) !== inJournal.get(seq))!
  return { badSeq, what: `the entries of seq ${badSeq} are not those of its record` }
}

/** The first account whose balance is not what the records add up to. */
async function differingBalance(
  client: pg.Client,
  { balances }: Money,
): Promise<{ badSeq: null; what: string } | null> {
  const { rows } = await client.query<{ id: string; balance: string }>(
    'select id, balance_yen::text as balance from accounts order by id',
  )
  const held = new Map(rows.map(({ id, balance }) => [id, Number(balance)]))
  const id = [...new Set([...held.keys(), ...balances.keys()])]
    .sort()
    .find((each) => (held.get(each) ?? 0) !== (balances.get(each) ?? 0))
  return id === undefined
    ? null
    : {
        badSeq: null,
        what: `${id} stands at ${held.get(id) ?? 0}, the journal says ${balances.get(id) ?? 0}`,
      }
}
