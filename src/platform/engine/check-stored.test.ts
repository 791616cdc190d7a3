import { chmodSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { startEmbedded, type Embedded } from '../database/embedded.ts'
import { hashedRows, readEverything, runStored, type Stored, type StoredCheck } from './check-stored.ts'

let dataDir: string
let embedded: Embedded
let sql: pg.Client
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'akari-stored-'))
  chmodSync(dataDir, 0o711)
})
afterAll(() => rmSync(dataDir, { recursive: true }))
afterEach(close)

async function open(): Promise<void> {
  embedded = await startEmbedded(dataDir)
  sql = new pg.Client(embedded.config)
  await sql.connect()
}
async function close(): Promise<void> {
  await sql.end()
  await embedded.stop()
}
const check: StoredCheck = hashedRows({
  table: 'texts',
  columns: ['id', 'text', 'other'],
  sql: 'select a.id as key, a.said, t.id is not null as present, t.text, t.other from acts a left join texts t on t.id = a.id',
  hash: ({ text, other }: { text: string; other: string }) => {
    if (text === 'sealed') throw new Error('it does not open')
    return `${text} ${other}`
  },
})
async function looked(look: () => Promise<Stored>): Promise<string[]> {
  await sql.query('begin isolation level repeatable read read only')
  const { differences } = await look()
  await sql.query('rollback')
  return differences.map(({ table, key, what }) => `${table} ${key}: ${what}`)
}
const found = () => looked(() => runStored(sql, [check]))
const all = () => looked(() => readEverything(sql))
const PATH = 'select pg_relation_filepath($1) as path'
const fileOf = async (relation: string): Promise<string> =>
  join(dataDir, 'postgres', 'cluster', (await sql.query<{ path: string }>(PATH, [relation])).rows[0]!.path)

it('names each row that is not what the journal has the hash of, and each that is missing', async () => {
  await open()
  await sql.query(
    "create table acts (id text primary key, said text); create table texts (id text primary key, text text, other text); insert into texts select 't' || n, 'text ' || n, n from generate_series(1, 5000) n; insert into acts select id, text || ' ' || other from texts",
  )
  expect(await found()).toEqual([])
  await sql.query(
    "update texts set other = 'x' where id = 't17'; update texts set text = 'sealed' where id = 't4000'; delete from texts where id = 't5'",
  )
  expect(await found()).toEqual([
    'texts t17: the row is not what the journal has the hash of',
    'texts t4000: the row is not what the journal has the hash of',
    'texts t5: the row is missing',
  ])
  await sql.query('drop table acts; drop table texts')
})

it('names the table of a page that was damaged, and of a file that was cut', async () => {
  await open()
  await sql.query(
    'create table cold as select n, repeat(n::text, 20) as text from generate_series(1, 2000) n; alter table cold add primary key (n); checkpoint',
  )
  const [heap, index] = [await fileOf('cold'), await fileOf('cold_pkey')]
  await close()
  for (const [file, said] of [
    [heap, /^cold : it cannot be read: invalid page in block 1 of relation/],
    [index, /^cold : it cannot be read: invalid page in block 1 of relation/],
  ] as const) {
    const bytes = readFileSync(file)
    const hurt = Buffer.from(bytes)
    hurt[8192 + 5000]! ^= 1
    writeFileSync(file, hurt)
    await open()
    expect((await all())[0], file).toMatch(said)
    await close()
    writeFileSync(file, bytes)
  }
  for (const [bytes, said] of [
    [8192, /^cold : it cannot be read: (could not read blocks|it has \d+ rows, its index 2000)/],
    [0, /^cold : it cannot be read: (could not read blocks|it has \d+ rows, its index 2000)/],
  ] as const) {
    const whole = readFileSync(heap)
    truncateSync(heap, bytes)
    await open()
    expect((await all())[0], String(bytes)).toMatch(said)
    await close()
    writeFileSync(heap, whole)
  }
  await open()
  expect(await all()).toEqual([])
})
