import { hash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runStored, type StoredCheck } from '#platform/engine/check-stored.ts'
import { bodyText, recordText } from '#platform/engine/journal.ts'
import { connect, type Database } from '#platform/database/connect.ts'
import { testDatabase } from '#platform/database/test-database.ts'
import { signerFrom } from '#platform/signing.ts'
import { sessionKeysCheck } from '#modules/identity/server/stored-checks.ts'
import { witnessCheck } from '#modules/trust/server/stored-checks.ts'
import { openWitness } from '#modules/trust/server/witness.ts'
import { publishedCheck, writePublished } from '#modules/venue/server/day-files.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let db: Database
let sql: Parameters<typeof runStored>[0] & { release(): void }
let folder: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'akari-stored-'))
  database = await testDatabase()
  db = connect(database.config, { error: () => {} })
  sql = await db.pool.connect()
})
afterEach(async () => {
  sql.release()
  await db.close()
  await database.drop()
  rmSync(folder, { recursive: true })
})

async function found(check: StoredCheck): Promise<string[]> {
  await sql.query('begin isolation level repeatable read read only')
  const { differences } = await runStored(sql, [check])
  await sql.query('rollback')
  return differences.map(({ table, key, what }) => `${table} ${key}: ${what}`)
}

it('a session that signs belongs to the member, and has the key, that the journal registered', async () => {
  const key = Buffer.alloc(91, 5)
  const record = recordText(
    { actor: 'm:haruka', device: 's:one', key: '', seq: 7, ts: 1, type: 'device.register' },
    bodyText({ input: { sessionId: 'one', publicKey: key.toString('base64url'), passkey: null } }),
  )
  await sql.query("insert into journal values (7, 1, 'device.register', $1, $2)", [record, Buffer.alloc(32)])
  await sql.query(
    "insert into sessions (id, token_hash, member_id, started_at, seen_at, device_key, key_by, key_seq) values ('one', '\\x01', 'haruka', 1, 1, $1, 'session', 7)",
    [key],
  )
  expect(await found(sessionKeysCheck)).toEqual([])
  for (const edit of [
    "member_id = 'somebody'",
    "device_key = '\\x02'",
    'key_seq = null',
    'key_seq = 8',
    "id = 'two'",
  ]) {
    await sql.query('create temp table saved as select * from sessions')
    await sql.query(`update sessions set ${edit}`)
    expect(await found(sessionKeysCheck), edit).toEqual([
      expect.stringMatching(/^sessions (one|two): the journal knows no such key of this member/),
    ])
    await sql.query('delete from sessions; insert into sessions select * from saved; drop table saved')
  }
})

/** Damage done to files. */
const HURTS: [what: string, hurt: (path: string) => void][] = [
  ['one byte', (path) => writeFileSync(path, readFileSync(path, 'utf8').replace('1', '2'))],
  ['cut', (path) => writeFileSync(path, readFileSync(path, 'utf8').slice(0, 5))],
  ['emptied', (path) => writeFileSync(path, '')],
  ['garbled', (path) => writeFileSync(path, Buffer.alloc(64, 0xa5))],
  ['deleted', (path) => rmSync(path)],
]

it('the file of a revealed day is the one whose hash the journal has', async () => {
  const text = '{"tradeDate":"2026-11-25","lines":["1"]}'
  writePublished(folder, '2026-11-25', text)
  await sql.query(
    "insert into market_days (trade_date, part, joins, commitment, committed_at, file_hash) values ('2026-11-25', 0, false, 'c', 1, $1)",
    [hash('sha256', text)],
  )
  const check = publishedCheck(folder)
  expect(await found(check)).toEqual([])
  for (const [what, hurt] of HURTS) {
    hurt(join(folder, 'days', '2026-11-25.json'))
    expect(await found(check), what).toEqual([
      expect.stringMatching(/^venue\/days 2026-11-25\.json: the file is (missing|not what the journal has)/),
    ])
    writePublished(folder, '2026-11-25', text)
  }
})

it('the auditor’s two files are there and whole, once something was signed', async () => {
  const auditor = openWitness(folder, signerFrom(Buffer.alloc(32, 3)))
  const check = witnessCheck(auditor)
  expect(await found(check)).toEqual([])
  const head = { origin: 'o1', size: 1, root: '1'.repeat(64), at: '2026-11-25T00:00:00.000Z' }
  await sql.query("insert into public_heads values (1, 'r', 1, 'h', 'a')")
  await sql.query(
    "insert into liabilities (day, size, at, members, root, total, bank, market, tiles, auditor) values ('2026-11-25', 1, 1, 0, 'r', 0, 0, 0, '\\x', 'a')",
  )
  const keep = () => auditor.beginAnew(head, { day: '2026-11-25', text: 'owes 1' })
  keep()
  expect(await found(check)).toEqual([])
  for (const name of ['auditor-head.json', 'auditor-day.json']) {
    for (const [what, hurt] of HURTS) {
      hurt(join(folder, name))
      expect(await found(check), `${name} ${what}`).toEqual([expect.stringContaining(name)])
      keep()
    }
  }
})
