import { randomBytes } from 'node:crypto'
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SEALED_COLUMNS } from '#server/sealed-columns.ts'
import { EMPTY, administer, testDatabase } from '#platform/database/test-database.ts'
import { seal } from '#platform/encryption.ts'
import { IDENTITY_NUMBERS } from '#modules/members/server/module.ts'
import pg from 'pg'
import { logIn } from '../app/api.ts'
import { removeDir, startServer, temporaryDir, urlOf } from '../app/start.ts'
import { command, run } from './command.ts'

let root = ''
const at = (...names: string[]) => join(root, ...names)
beforeAll(async () => {
  root = await temporaryDir()
})
afterAll(() => removeDir(root))

const key = (name: string) => at('data', 'keys', name)
const keyOf = (name: string) => Buffer.from(readFileSync(key(name), 'utf8').trim(), 'hex')
function replace(name: string): void {
  copyFileSync(key(name), `${key(name)}.before`)
  writeFileSync(key(name), `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 })
}

it('the list of what the key images seals is whole: no other column of the schema is called sealed or wrapped', () => {
  const schema = readFileSync(join(import.meta.dirname, '..', '..', 'schema.sql'), 'utf8')
  const columns = [...schema.matchAll(/create table (\w+) \((.*?)\n\);/gs)].flatMap(([, table, body]) =>
    [...body!.matchAll(/^ {2}(\w*(?:sealed|wrapped)\w*) bytea/gm)].map(([, column]) => `${table}.${column}`),
  )
  expect(columns.toSorted()).toEqual(
    [
      ...SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`),
      // Under the picture's own key, and under the pepper.
      'sealed_images.sealed',
      'authenticators.sealed_secret',
    ].toSorted(),
  )
})

it('every hash of a sealed table is made anew with what is sealed', () => {
  const schema = readFileSync(join(import.meta.dirname, '..', '..', 'schema.sql'), 'utf8')
  const row = { id: 'x', memberId: 'm', purpose: '', documentType: 'licence', kana: '', birthDate: null }
  for (const { table, found } of SEALED_COLUMNS) {
    const body = new RegExp(`create table ${table} \\((.*?)\\n\\);`, 's').exec(schema)![1]!
    const hashes = [...body.matchAll(/^ {2}(\w+_hash) bytea/gm)].map(([, column]) => column!)
    expect(Object.keys(found?.(Buffer.alloc(32), row, Buffer.alloc(1)) ?? {}), table).toEqual(hashes)
  }
})

it('images and push are replaced by a start, whole or not at all; the others are for ever, and say why', async () => {
  const database = await testDatabase(EMPTY)
  const env = { DATABASE_URL: urlOf(database.config), DEMO: 'on' }
  const dataDir = at('data')
  const begin = () => startServer({ dataDir, env })
  const start = () => run(['src/server/main.ts'], { DATA_DIR: dataDir, PORT: '0', ...env })
  const first = await begin()
  const [member] = first.members
  await first.stop()
  const sql = new pg.Client(database.config)
  await sql.connect()
  const numbers = async () =>
    (
      await sql.query<{ sealed: Buffer; hash: Buffer }>(
        'select number_sealed as sealed, number_hash as hash from identity_details order by id',
      )
    ).rows
  const before = await numbers()
  expect(before.length, 'demo members have proven who they are').toBeGreaterThan(0)
  await administer(
    database.config,
    "insert into push_devices select 'd', member_id, 's', 'https://push.example/1', 'p', 'a', 'ja', 0 from identity_details limit 1",
  )

  // One row that does not open stops all of it: nothing is sealed anew, and the key before goes on.
  const foreign = { id: 'x', memberId: 'm', purpose: '', documentType: 'licence', kana: '', birthDate: null }
  const sealed = seal(randomBytes(32), IDENTITY_NUMBERS.about(foreign), Buffer.from('1'))
  await sql.query(
    "insert into identity_details (id, member_id, name, kana, document_type, number_sealed, number_hash, salt, at) values ('x', 'm', '', '', 'licence', $1, $1, $1, 0)",
    [sealed],
  )
  replace('images')
  expect(await start()).toMatchObject({
    code: 2,
    said: expect.stringContaining('identity_details x does not open with the one before'),
  })
  await sql.query("delete from identity_details where id = 'x'")
  expect(await numbers()).toEqual(before)

  replace('push')
  const second = await begin()
  await logIn(second.url, member!.account, member!.password)
  const after = await numbers()
  expect(after.map(({ hash }) => hash)).not.toEqual(before.map(({ hash }) => hash))
  expect((await sql.query('select from push_devices')).rowCount).toBe(0)
  const verified = await command(['verify'], { DATA_DIR: dataDir, ...env })
  expect(verified.code, verified.said).toBe(0)
  await second.stop()

  // The keys before are of no use any more, and a start without them goes on.
  for (const name of ['images', 'push']) rmSync(`${key(name)}.before`)
  await (await begin()).stop()
  expect(await numbers()).toEqual(after)

  for (const [name, reason] of [
    ['market', 'every price'],
    ['pepper', 'every password'],
    ['demo', 'printed passwords'],
    ['signing', 'phones and receipts'],
    ['draw-operator', 'open draws'],
    ['draw-auditor', 'one auditor'],
    ['salts', 'public tree'],
  ] as const) {
    const kept = keyOf(name)
    replace(name)
    expect(await start(), name).toMatchObject({
      code: 2,
      said: expect.stringMatching(new RegExp(`keys/${name} cannot be replaced: .*${reason}`)),
    })
    rmSync(`${key(name)}.before`)
    expect(await start(), name).toMatchObject({ code: 2, said: expect.stringContaining('are others than') })
    writeFileSync(key(name), kept.toString('hex'))
  }
  await sql.end()
  await database.drop()
}, 240_000)
