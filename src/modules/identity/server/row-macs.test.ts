import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { connect, type Database } from '#platform/database/connect.ts'
import { migrate } from '#platform/database/migrate.ts'
import { fillRowMacs, RowForged } from '#platform/database/row-mac.ts'
import { testDatabase } from '#platform/database/test-database.ts'
import { runStored } from '#platform/engine/check-stored.ts'
import { silent } from '#platform/engine/fixture.ts'
import { LIMITS } from '#platform/limits.ts'
import { authenticator } from './authenticator.ts'
import { openCredentials } from './credentials.ts'
import { openPasskeys } from './passkeys.ts'
import { memberMacs } from './row-macs.ts'
import { protectionList } from './row-lists.ts'
import { openSecrets } from './secrets.ts'
import { openSessions } from './sessions.ts'
import { openKnownDevices } from './known-devices.ts'

const MEMBERS = ['haruka', 'sora']
const KEYS = { salts: Buffer.alloc(32, 1) } as never
const macs = memberMacs({ keys: KEYS })
const secrets = openSecrets(Buffer.alloc(32, 2))
let database: Awaited<ReturnType<typeof testDatabase>>
let db: Database
let made = 0
const ids = { uuid: () => `id-${++made}`, bytes: (n: number) => new Uint8Array(n).fill(++made) }
const context = () =>
  ({
    db,
    ids,
    clock: { machine: () => 1_000, wall: () => 1_000 },
    log: silent,
    config: { origin: null, keys: KEYS },
  }) as never

/** Of a server that has just started: nothing is in memory. */
const sessions = () =>
  openSessions(
    {
      db,
      clock: { machine: () => 1_000, monotonic: () => 1_000 } as never,
      log: silent,
      demo: false,
      random: ids.bytes,
      newId: ids.uuid,
      keys: { register: () => Promise.resolve(0), end: () => Promise.resolve() },
      macs,
      devices: openKnownDevices(context()),
    },
    LIMITS.session,
  )
const app = () => authenticator(context(), macs, secrets, LIMITS)
const passkeys = () => openPasskeys(context(), macs)
const credentials = () => openCredentials(context())
const tokens = new Map<string, string>()

/** The question to each table where somebody comes in. */
const BELIEVED = {
  sessions: (member: string) => sessions().find(tokens.get(member)!),
  passkeys: (member: string) => passkeys().of(member),
  authenticators: (member: string) => app().isOn(member),
  credentials: (member: string) => credentials().of(member),
} satisfies Record<string, (member: string) => unknown>
type Table = keyof typeof BELIEVED

beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.config)
  db = connect(database.config, silent)
}, 30_000)
afterAll(async () => {
  await db.close()
  await database.drop()
})
beforeEach(async () => {
  await db.pool.query('truncate sessions, passkeys, authenticators, credentials, row_lists')
  for (const memberId of MEMBERS) {
    const opened = { factor: 'passkey', device: '', deviceHash: null, knownDevice: null } as const
    tokens.set(memberId, await sessions().start(memberId, { ...opened, unlocked: false, key: null }))
    const row = {
      id: `passkey-${memberId}`,
      memberId,
      publicKey: Buffer.from(memberId),
      counter: 0,
      transports: '',
      name: '',
      synced: false,
      madeAt: 1,
      usedAt: null,
    }
    await db.kysely
      .insertInto('passkeys')
      .values({ ...row, mac: macs.passkey.of(row) })
      .execute()
    await db.kysely
      .insertInto('credentials')
      .values({
        memberId,
        ...credentials().firstParts(memberId, `+81${memberId}`, `hash of ${memberId}`),
        level: 'experience',
        invitedBy: '',
        registeredAt: 1,
        lang: 'ja',
      })
      .execute()
    await fillRowMacs(database.config, [protectionList({ keys: KEYS })])
    await app().begin(memberId, memberId)
  }
})

async function found(): Promise<string[]> {
  const sql = await db.pool.connect()
  await sql.query('begin')
  const { differences } = await runStored(
    sql,
    Object.values(macs).map(({ stored }) => stored),
  )
  await sql.query('rollback')
  sql.release()
  return differences.map(({ table, key }) => `${table} ${key}`)
}
const believed = async (table: Table, member: string): Promise<unknown> => {
  try {
    return await BELIEVED[table](member)
  } catch (error) {
    return error
  }
}

const EDITS: [what: string, table: Table, edit: string][] = [
  ['another member', 'sessions', "update sessions set member_id = 'sora' where member_id = 'haruka'"],
  [
    'a better factor',
    'sessions',
    "update sessions set started_at = 0, factor = 'totp' where member_id = 'haruka'",
  ],
  ['trading unlocked', 'sessions', "update sessions set unlocked_at = 1000 where member_id = 'haruka'"],
  ['seen later', 'sessions', "update sessions set seen_at = 1001 where member_id = 'haruka'"],
  ['no code', 'sessions', "update sessions set mac = null where member_id = 'haruka'"],
  ['no code of its life', 'sessions', "update sessions set seen_mac = null where member_id = 'haruka'"],
  [
    'another key',
    'passkeys',
    "update passkeys set public_key = (select public_key from passkeys where member_id = 'sora') where member_id = 'haruka'",
  ],
  ['a count set back', 'passkeys', "update passkeys set counter = 7 where member_id = 'haruka'"],
  ['no code', 'passkeys', "update passkeys set mac = null where member_id = 'haruka'"],
  [
    'one more, with another’s code',
    'passkeys',
    "insert into passkeys select 'more', 'haruka', public_key, counter, transports, name, synced, made_at, used_at, mac from passkeys where member_id = 'sora'",
  ],
  ['turned on', 'authenticators', "update authenticators set confirmed_at = 1 where member_id = 'haruka'"],
  [
    'a code used again',
    'authenticators',
    "update authenticators set last_step = -1 where member_id = 'haruka'",
  ],
  [
    'another’s secret',
    'authenticators',
    "update authenticators set (sealed_secret, mac) = (select sealed_secret, mac from authenticators where member_id = 'sora') where member_id = 'haruka'",
  ],
  ['no code', 'authenticators', "update authenticators set mac = null where member_id = 'haruka'"],
  ['another number', 'credentials', "update credentials set mobile = '+8190' where member_id = 'haruka'"],
  [
    'another’s password',
    'credentials',
    "update credentials set (password_hash, password_mac) = (select password_hash, password_mac from credentials where member_id = 'sora') where member_id = 'haruka'",
  ],
  [
    'a transaction password',
    'credentials',
    "update credentials set transaction_hash = password_hash where member_id = 'haruka'",
  ],
  ['no code', 'credentials', "update credentials set password_mac = null where member_id = 'haruka'"],
]

it('believes what the server wrote', async () => {
  expect(await found()).toEqual([])
  for (const table of Object.keys(BELIEVED) as Table[])
    expect(await believed(table, 'haruka'), table).not.toBeInstanceOf(Error)
})

it.each(EDITS)('%s, by SQL, in %s: is named and not believed', async (_what, table, edit) => {
  await db.pool.query(edit)
  expect(await found()).toEqual([expect.stringContaining(table)])
  expect(await believed(table, 'haruka')).toBeInstanceOf(RowForged)
})

it.each(Object.keys(BELIEVED) as Table[])(
  'two members’ rows of %s that change places are both named',
  async (table) => {
    const swap = (from: string, to: string) =>
      db.pool.query(`update ${table} set member_id = $2 where member_id = $1`, [from, to])
    await swap('haruka', 'between')
    await swap('sora', 'haruka')
    await swap('between', 'sora')
    expect(new Set(await found())).toHaveProperty('size', 2)
    for (const member of MEMBERS) expect(await believed(table, member)).toBeInstanceOf(RowForged)
  },
)

it('a better factor, by SQL, beside a session in memory: the session keeps its own, and is not shown with it', async () => {
  const open = sessions()
  const { sessionId } = (await open.find(tokens.get('haruka')!))!
  await db.pool.query("update sessions set factor = 'totp' where member_id = 'haruka'")
  await expect(open.of('haruka')).rejects.toThrow(RowForged)
  expect(open.about(sessionId).factor).toBe('passkey')
})

it('a session made by SQL lets nobody in, and one that has ended does not come back', async () => {
  const token = tokens.get('haruka')!
  const { sessionId } = (await sessions().find(token))!
  const { rows } = await db.pool.query('select mac, seen_mac from sessions where id = $1', [sessionId])
  await sessions().end(sessionId)
  expect(await found()).toEqual([])
  await db.pool.query('update sessions set ended_at = null where id = $1', [sessionId])
  expect(rows[0]).toEqual({ mac: expect.any(Buffer), seen_mac: expect.any(Buffer) })
  expect(await believed('sessions', 'haruka')).toBeInstanceOf(RowForged)
  expect(await found()).toEqual([`sessions ${sessionId}`, `sessions ${sessionId}`])
})

it('rows of an older version are given codes of what they say', async () => {
  await db.pool.query('update sessions set mac = null, seen_mac = null')
  await db.pool.query('update passkeys set mac = null')
  await db.pool.query('update authenticators set mac = null')
  await db.pool.query('update credentials set mobile_mac = null, password_mac = null, transaction_mac = null')
  expect(await found()).toHaveLength(14)
  expect(await fillRowMacs(database.config, Object.values(macs))).toBe(14)
  expect(await found()).toEqual([])
})
