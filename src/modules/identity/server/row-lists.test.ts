import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { connect, type Database } from '#platform/database/connect.ts'
import { migrate } from '#platform/database/migrate.ts'
import { fillRowMacs, RowForged } from '#platform/database/row-mac.ts'
import { testDatabase } from '#platform/database/test-database.ts'
import { runStored } from '#platform/engine/check-stored.ts'
import { silent } from '#platform/engine/fixture.ts'
import { LIMITS } from '#platform/limits.ts'
import { invite } from './as-written.fixture.ts'
import { authenticator } from './authenticator.ts'
import { openCredentials } from './credentials.ts'
import { openInvitationCodes } from './invitation-codes.ts'
import { openKnownDevices } from './known-devices.ts'
import { openPasskeys } from './passkeys.ts'
import { beginProtection, invitationList, protectionList } from './row-lists.ts'
import { memberMacs } from './row-macs.ts'
import { openSecrets } from './secrets.ts'

const config = { origin: null, keys: { salts: Buffer.alloc(32, 1) } } as never
const lists = [protectionList(config), invitationList(config)]
const CODE = 'ABCDEFGHJK'
/** Nobody is told of a device here. */
const NOBODY = async () => {}
const [FIRST, SECOND] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
let database: Awaited<ReturnType<typeof testDatabase>>
let db: Database
let made = 0
const context = () =>
  ({
    db,
    config,
    ids: { uuid: () => `id-${++made}`, bytes: (n: number) => new Uint8Array(n).fill(++made) },
    clock: { machine: () => 1_000, wall: () => 1_000 },
    log: silent,
  }) as never
const app = () => authenticator(context(), memberMacs(config), openSecrets(Buffer.alloc(32, 2)), LIMITS)
const passkeys = () => openPasskeys(context(), memberMacs(config))
const devices = () => openKnownDevices(context())

async function member(memberId: string): Promise<void> {
  const account = { memberId, level: 'experience', invitedBy: CODE, registeredAt: 1 } as const
  await db.kysely.transaction().execute(async (trx) => {
    await trx
      .insertInto('credentials')
      .values({ ...account, ...openCredentials(context()).firstParts(memberId, memberId, ''), lang: 'ja' })
      .execute()
    await beginProtection(config, trx, account)
  })
  await devices().arrive({ memberId, deviceHash: FIRST }, 1, NOBODY)
  await devices().arrive({ memberId, deviceHash: SECOND }, 2, NOBODY)
  await devices().noteFactor({ memberId, deviceHash: SECOND }, 3)
  await devices().noteProven({ memberId, deviceHash: SECOND }, 3)
  const key = { publicKey: Buffer.alloc(1), counter: 0, transports: '', name: '', synced: false }
  expect(
    await passkeys().add(db.kysely, { id: `key-${memberId}`, memberId, ...key, madeAt: 1, usedAt: null }),
  ).toBe(true)
  await app().begin(memberId, '')
  await protectionList(config).change(db.kysely, memberId, 'email', async (trx) => {
    const row = { memberId, address: 'a@example.jp', verifiedAt: 1, verifiedBefore: null }
    await trx
      .insertInto('emailAddresses')
      .values({ ...row, codeHash: null, codeExpiresAt: null, codeTries: 0 })
      .execute()
    return { put: [row] }
  })
}

beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.config)
  db = connect(database.config, silent)
}, 120_000)
afterAll(async () => {
  await db.close()
  await database.drop()
})
beforeEach(async () => {
  await db.pool.query(
    'truncate credentials, passkeys, authenticators, known_devices, email_addresses, invitation_codes, row_lists',
  )
  await fillRowMacs(database.config, lists)
  await invite({ db, config }, { code: CODE, usesLeft: 2 })
  await member('haruka')
  await member('sora')
}, 60_000)

async function found(): Promise<string[]> {
  const sql = await db.pool.connect()
  await sql.query('begin')
  const { differences } = await runStored(
    sql,
    lists.map(({ stored }) => stored),
  )
  await sql.query('rollback')
  sql.release()
  return differences.map(({ table, key, what }) => `${table} ${key}: ${what}`)
}

/** The reads that believe these rows when somebody comes in. */
const BELIEVED = {
  credentials: () => protectionList(config).of(db.kysely, 'haruka', 'account'),
  passkeys: () => passkeys().of('haruka'),
  authenticators: () => app().isOn('haruka'),
  known_devices: () => devices().newestWithFactor('haruka'),
  email_addresses: () => protectionList(config).of(db.kysely, 'haruka', 'email'),
  invitation_codes: () => openInvitationCodes({ db, config }).find(CODE),
} satisfies Record<string, () => Promise<unknown>>
type Table = keyof typeof BELIEVED
const OF: Record<Table, string> = {
  credentials: "member_id = 'haruka'",
  passkeys: "member_id = 'haruka'",
  authenticators: "member_id = 'haruka'",
  known_devices: "member_id = 'haruka' and proven_at is not null",
  email_addresses: "member_id = 'haruka'",
  invitation_codes: 'true',
}
const EDITS: [table: Table, edit: string][] = [
  ['credentials', "level = 'core'"],
  ['credentials', "invited_by = 'another'"],
  ['passkeys', "id = 'another'"],
  ['passkeys', "member_id = 'sora'"],
  ['authenticators', "member_id = 'nobody'"],
  ['known_devices', 'factor_since = null'],
  ['known_devices', 'first_at = 0'],
  ['known_devices', 'proven_at = 9'],
  ['known_devices', "device_hash = '\\x07'"],
  ['email_addresses', "address = 'thief@example.jp'"],
  ['email_addresses', 'verified_at = null'],
  ['invitation_codes', 'uses_left = 99'],
  ['invitation_codes', "kind = 'demo'"],
  ['invitation_codes', "code = 'KJHGFEDCBA'"],
]

it('what the server wrote is believed', async () => {
  expect(await found()).toEqual([])
  for (const ask of Object.values(BELIEVED)) await ask()
  expect(await devices().newestWithFactor('haruka')).toBe(3)
})

it.each(EDITS)('%s with %s, by SQL: verify names table and row', async (table, edit) => {
  await db.pool.query(`update ${table} set ${edit} where ${OF[table]}`)
  expect(await found()).toContainEqual(expect.stringMatching(new RegExp(`^${table} \\S+: the (row|server)`)))
})

it.each(Object.keys(BELIEVED) as Table[])('a row of %s that is gone is missed', async (table) => {
  await db.pool.query(`delete from ${table} where ${OF[table]}`)
  expect(await found()).toEqual([expect.stringMatching(new RegExp(`^${table} \\S+: the row is missing$`))])
  if (table !== 'invitation_codes') await expect(BELIEVED[table]()).rejects.toThrow(RowForged)
})

it('a row that somebody added, or whose list is gone, is not believed', async () => {
  await db.pool.query("insert into known_devices values ('haruka', '\\x09', 0)")
  expect(await found()).toEqual(['known_devices CQ==: the server wrote no such row'])
  await expect(BELIEVED.known_devices()).rejects.toThrow(RowForged)
  await db.pool.query("delete from known_devices where device_hash = '\\x09'")
  await db.pool.query("delete from row_lists where owner = 'haruka'")
  expect(await found()).toContainEqual(expect.stringMatching(/^row_lists protection haruka: /))
  for (const table of ['passkeys', 'authenticators', 'known_devices'] as const)
    await expect(BELIEVED[table]()).rejects.toThrow(RowForged)
})

it('a giver of codes whose list and codes are gone is missed', async () => {
  await db.pool.query("delete from invitation_codes; delete from row_lists where owner = 'batch'")
  expect(await found()).toEqual([expect.stringMatching(/^row_lists invitations batch: the list .* is gone/)])
})

it('changes that the server makes are believed: used, proven, taken away', async () => {
  await db.kysely.transaction().execute((trx) => openInvitationCodes({ db, config }).use(trx, CODE))
  expect(await openInvitationCodes({ db, config }).find(CODE)).toMatchObject({ usesLeft: 1 })
  await devices().forgetProven('haruka', null)
  await passkeys().remove(db.kysely, 'haruka', null)
  await app().remove(db.kysely, 'haruka')
  expect(await passkeys().of('haruka')).toEqual([])
  expect(await found()).toEqual([])
})

it('rows of an earlier version are taken as they are found, once', async () => {
  await db.pool.query('truncate row_lists')
  expect(await found()).not.toEqual([])
  await fillRowMacs(database.config, lists)
  expect(await found()).toEqual([])
})
