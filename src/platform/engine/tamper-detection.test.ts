import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seeded } from '#kernel/random.ts'
import { testDatabase } from '#platform/database/test-database.ts'
import { checkJournal } from './check-journal.ts'
import { bodyText, chained, CHAIN_START, recordText } from './journal.ts'

/**
 * Threat T19: however a record is rewritten, the check of the journal finds it and names the first that does
 * not hold.
 */
const ROUNDS = process.env['TEST_LONG'] === '1' ? 1_000 : 150
const RECORDS = 90
type Row = { seq: number; ts: number; type: string; record: Buffer; hash: string }

let database: Awaited<ReturnType<typeof testDatabase>>
let sql: pg.Client
const journal: Row[] = []

beforeAll(async () => {
  database = await testDatabase()
  sql = new pg.Client(database.config)
  await sql.connect()
  for (let seq = 0; seq < RECORDS; seq++) {
    const head = {
      actor: seq % 3 === 0 ? 'system' : `m:${seq % 7}`,
      device: '',
      key: '',
      seq,
      ts: 1_000 + seq,
      type: seq % 2 === 0 ? 'order.place' : 'test',
    }
    const record = recordText(
      head,
      bodyText({ captureInputs: { n: seq }, result: { ok: true }, transfers: [] }),
    )
    journal.push({
      seq,
      ts: head.ts,
      type: head.type,
      record: Buffer.from(record),
      hash: chained(journal.at(-1)?.hash ?? CHAIN_START, record),
    })
  }
  await keep(journal)
  await sql.query('insert into heads select seq, hash, ts from journal where seq in (30, 60)')
  await sql.query('update lease set seq = $1, head = $2', [
    RECORDS - 1,
    Buffer.from(journal.at(-1)!.hash, 'latin1'),
  ])
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

async function keep(rows: readonly Row[]): Promise<void> {
  const of = <K extends keyof Row>(column: K) => rows.map((row) => row[column])
  await sql.query('truncate journal')
  await sql.query(
    'insert into journal (seq, ts, type, record, hash) select * from unnest($1::int8[], $2::int8[], $3::text[], $4::bytea[], $5::bytea[])',
    [of('seq'), of('ts'), of('type'), of('record'), of('hash').map((hash) => Buffer.from(hash, 'latin1'))],
  )
}
/** From this record on every hash is made anew, as somebody would who knows how. */
function rehashed(rows: readonly Row[], from: number, to: number): Row[] {
  const made = [...rows]
  for (let at = from; at < to; at++)
    made[at] = { ...made[at]!, hash: chained(made[at - 1]?.hash ?? CHAIN_START, made[at]!.record) }
  return made
}

const random = seeded('rewritten journals')
const WAYS = [
  'a byte of a record',
  'a byte of a hash',
  'a time',
  'a type',
  'a record deleted',
  'two records swapped',
  'the end cut off',
  'a record rewritten with its hash',
  'a record rewritten with all hashes after it',
  'a record repeated in place of the next',
] as const

/** The journal as somebody has changed it, and the first record that does not hold then. */
function rewritten(way: (typeof WAYS)[number]): { rows: Row[]; badSeq: number } {
  const seq = random.below(RECORDS)
  const row = journal[seq]!
  const last = RECORDS - 1
  const flipped = (bytes: Buffer): Buffer => {
    const other = Buffer.from(bytes)
    other[random.below(other.length)]! ^= 1 + random.below(255)
    return other
  }
  const instead = (other: Row): Row[] => journal.with(seq, other)
  const edited = () =>
    instead({
      ...row,
      record: Buffer.from(row.record.toString().replace(`"n":"${seq}"`, `"n":"${seq + 1}"`)),
    })
  /** The next head that was written down, or the lease's: hashes cannot be made anew for those. */
  const nextHead = [30, 60, last].find((head) => head >= seq)!
  switch (way) {
    case 'a byte of a record':
      return { rows: instead({ ...row, record: flipped(row.record) }), badSeq: seq }
    case 'a byte of a hash':
      return {
        rows: instead({ ...row, hash: flipped(Buffer.from(row.hash, 'latin1')).toString('latin1') }),
        badSeq: seq,
      }
    case 'a time':
      return { rows: instead({ ...row, ts: row.ts + 1 + random.below(1_000) }), badSeq: seq }
    case 'a type':
      return { rows: instead({ ...row, type: `${row.type}x` }), badSeq: seq }
    case 'a record deleted':
      return { rows: journal.toSpliced(seq, 1), badSeq: seq }
    case 'two records swapped': {
      const other = (seq + 1 + random.below(last)) % RECORDS
      const rows = journal.with(seq, { ...journal[other]!, seq }).with(other, { ...row, seq: other })
      return { rows, badSeq: Math.min(seq, other) }
    }
    case 'the end cut off':
      return { rows: journal.slice(0, seq), badSeq: seq }
    case 'a record rewritten with its hash':
      return { rows: rehashed(edited(), seq, seq + 1), badSeq: nextHead === seq ? seq : seq + 1 }
    case 'a record rewritten with all hashes after it':
      return { rows: rehashed(edited(), seq, RECORDS), badSeq: nextHead }
    case 'a record repeated in place of the next': {
      const at = Math.max(1, seq)
      return { rows: journal.with(at, { ...journal[at - 1]!, seq: at }), badSeq: at }
    }
  }
}

it(`finds each of ${ROUNDS} random edits, deletions, swaps and truncations, and names the first bad record`, async () => {
  expect(await checkJournal(database.config, () => {})).toMatchObject({
    status: 'intact',
    toSeq: RECORDS - 1,
  })
  for (let round = 0; round < ROUNDS; round++) {
    const way = WAYS[round % WAYS.length]!
    const { rows, badSeq } = rewritten(way)
    await keep(rows)
    const { status, badSeq: found } = await checkJournal(database.config, () => {})
    expect([round, way, status, found]).toEqual([round, way, 'broken', badSeq])
  }
  await keep(journal)
  expect((await checkJournal(database.config, () => {})).status).toBe('intact')
}, 120_000)
