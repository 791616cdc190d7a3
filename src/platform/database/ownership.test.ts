import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sealMemory } from '../engine/row-seal.ts'
import { readConfig } from '../config.ts'
import { SEALED_PICTURE_KEYS } from '../encryption.ts'
import { keyFile } from '../keys.ts'
import { Misconfigured } from '../misconfigured.ts'
import { claimDatabase, rememberDemoIsOver } from './ownership.ts'
import { rememberPasskeyHosts } from './passkey-ownership.ts'
import { connect, type Database } from './connect.ts'
import { administer, testDatabase } from './test-database.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let db: Database
let folder: string
beforeEach(async () => {
  database = await testDatabase()
  db = connect(database.config, { error: () => {} })
  folder = mkdtempSync(join(tmpdir(), 'akari-ownership-'))
})
afterEach(async () => {
  await db.close()
  await database.drop()
  rmSync(folder, { recursive: true })
})

const at = (name: string, env: Record<string, string> = {}) =>
  readConfig({ DATA_DIR: join(folder, name), ...env })
const claim = (name: string, env?: Record<string, string>) =>
  claimDatabase(database.config, at(name, env), [SEALED_PICTURE_KEYS])
const demoIs = async () => (await db.pool.query("select value from settings where name = 'DEMO'")).rows
const REPLAY = {
  MARKET: 'replay',
  REPLAY_FILE: '/dev/null',
  REPLAY_LISTING: '/dev/null',
  REPLAY_FROM: '2024-08-01',
}

it('a database goes on with the keys of its first start, and refuses an empty data directory by name, without making keys there', async () => {
  await claim('first')
  await claim('first')
  await expect(claim('empty')).rejects.toThrow(Misconfigured)
  await expect(claim('empty')).rejects.toThrow(
    /keys of this database are missing: \S+keys\/market, .+ restore its folder "keys" from a backup/,
  )
  expect(existsSync(join(folder, 'empty'))).toBe(false)
})

it('each single key is known: another, or one that is gone, is named', async () => {
  const { dataDir } = at('first')
  await claim('first')
  const keys = [
    'market',
    'pepper',
    'demo',
    'images',
    'push',
    'signing',
    'drawOperator',
    'drawAuditor',
    'salts',
  ] as const
  for (const name of keys) {
    cpSync(dataDir, join(folder, name), { recursive: true })
    writeFileSync(keyFile(join(folder, name, 'keys'), name), `${'0f'.repeat(32)}\n`)
    await expect(claim(name), name).rejects.toThrow(
      `are others than those of this database: ${keyFile(join(folder, name, 'keys'), name)}. `,
    )
    rmSync(keyFile(join(folder, name, 'keys'), name))
    await expect(claim(name), name).rejects.toThrow(
      `are missing: ${keyFile(join(folder, name, 'keys'), name)}. `,
    )
  }
  const kept = (
    await db.pool.query<{ name: string; hash: Buffer; salt: Buffer }>('select * from key_fingerprints')
  ).rows
  expect(kept.map(({ name }) => name).toSorted()).toEqual([...keys].toSorted())
  expect(new Set(kept.map(({ salt }) => salt.toString('hex'))).size).toBe(keys.length)
})

it('a database of a version that kept no fingerprints takes the keys that are there, and is not given nine new ones', async () => {
  await claim('first')
  await administer(
    database.config,
    "delete from key_fingerprints; update lease set seq = 7, head = decode(repeat('00', 32), 'hex')",
  )
  await expect(claim('empty')).rejects.toThrow('are missing')
  await claim('first')
  await expect(claim('empty')).rejects.toThrow('are missing')
  expect((await db.pool.query('select from key_fingerprints')).rowCount).toBe(9)
})

it('a data directory that was in use begins nothing anew with a database that is empty', async () => {
  await claim('first')
  const { dataDir } = at('first')
  sealMemory(dataDir).keep('a shape')
  writeFileSync(join(dataDir, 'auditor-head.json'), '{}')
  await administer(database.config, 'delete from key_fingerprints; delete from settings')
  for (const trace of ['house.json', 'sealed-rows.json', 'auditor-head.json']) {
    await expect(claim('first'), trace).rejects.toThrow(
      `first was in use (it has ${trace}), and the database is a new one without a record. Bring its own back`,
    )
    rmSync(join(dataDir, trace))
  }
  await claim('first')
})

it('what it was begun for is remembered apart from the data directory', async () => {
  await claim('first')
  rmSync(join(folder, 'first', 'house.json'))
  await expect(claim('first', { SCHEDULE: 'tse' })).rejects.toThrow(
    'The database was begun with SCHEDULE=always-open and cannot go on with tse',
  )
  await expect(claim('first', REPLAY)).rejects.toThrow(
    'The database was begun with MARKET=sim and cannot go on with replay',
  )
})

it.each<[begun: string, then: string, sentence: RegExp | null]>([
  ['on', 'on', null],
  ['off', 'off', null],
  ['off', 'on', /begun with DEMO=off, and cannot go into the demo setting/],
  ['off', 'leave', null],
  ['on', 'off', /begun in the demo setting, and DEMO is off.+DEMO=leave/],
  ['on', 'leave', null],
  ['leave', 'on', /begun with DEMO=off/],
])('begun with DEMO=%s, asked for DEMO=%s', async (begun, then, sentence) => {
  await claim('first', { DEMO: begun })
  if (sentence === null) await claim('first', { DEMO: then })
  else await expect(claim('first', { DEMO: then })).rejects.toThrow(sentence)
})

it('a demo setting that is left comes back by nothing', async () => {
  await claim('first', { DEMO: 'on' })
  expect((await claim('first', { DEMO: 'leave' })).leavesDemo).toBe(true)
  expect(await demoIs(), 'until its members are ended').toEqual([{ value: 'on' }])
  await rememberDemoIsOver(db.pool)
  expect((await claim('first', { DEMO: 'leave' })).leavesDemo, 'once').toBe(false)
  await claim('first', { DEMO: 'off' })
  await expect(claim('first', { DEMO: 'on' })).rejects.toThrow('begun with DEMO=off')
  await expect(claim('first'), 'one forgotten variable').rejects.toThrow('begun with DEMO=off')
})

const PASSKEY = `insert into operators (id, role, number, public_key, is_demo, since) values ('op-1', 'auditor', 1, '', false, 0);
  insert into operator_passkeys (id, operator_id, public_key, transports, counter, since) values ('p', 'op-1', '{}', '', 0, 0)`
const [OLD, NEW] = [{ ORIGIN: 'https://akari.example' }, { ORIGIN: 'https://other.example' }]

it('another name in ORIGIN is refused by name where passkeys would end, and taken where there are none', async () => {
  await claim('first', OLD)
  // Nobody has a passkey yet: an address is tried out before it is the right one.
  await claim('first', NEW)
  await claim('first', OLD)
  await administer(database.config, PASSKEY)
  await claim('first', { ORIGIN: 'https://akari.example:8443' })
  for (const other of [NEW, {}, { ...OLD, CONSOLE_HOST: 'desk.akari.example' }]) {
    await expect(claim('first', other)).rejects.toThrow(Misconfigured)
    await expect(claim('first', other)).rejects.toThrow(
      /^1 passkeys of operators answer at akari\.example alone, and the console is at \S+ now\. Set ORIGIN .+ PASSKEYS=end/,
    )
  }
  expect((await claim('first', OLD)).endsPasskeys).toBe(false)
})

it('another name is accepted once by PASSKEYS=end, and remembered only once the passkeys have ended', async () => {
  await claim('first', OLD)
  await administer(database.config, PASSKEY)
  const accepted = { ...NEW, PASSKEYS: 'end' }
  expect((await claim('first', accepted)).endsPasskeys).toBe(true)
  // A kill before they have ended: the next start ends them.
  expect((await claim('first', accepted)).endsPasskeys).toBe(true)
  await rememberPasskeyHosts(db.pool, at('first', accepted))
  expect((await claim('first', accepted)).endsPasskeys).toBe(false)
  await expect(claim('first', OLD)).rejects.toThrow('answer at other.example alone')
})

it('passkeys of members end with another name too, and a demo on this machine has any port', async () => {
  await claim('first', OLD)
  await administer(
    database.config,
    "insert into passkeys (id, member_id, public_key, counter, transports, name, synced, made_at) values ('p', 'm', '', 0, '', '', false, 0)",
  )
  await expect(claim('first', { ...NEW, CONSOLE_HOST: 'akari.example' })).rejects.toThrow(
    /^1 passkeys of members answer at akari\.example alone, and the app is at other\.example now\./,
  )
  expect((await claim('first', { ...NEW, PASSKEYS: 'end' })).endsPasskeys).toBe(false)
  await claim('first', { ...NEW })
})
