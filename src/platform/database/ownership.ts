import { createHmac, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import type pg from 'pg'
import type { Config } from '../config.ts'
import type { SealedColumn } from '../encryption.ts'
import { claimDataDirectory, purposeEntries, purposeOf, refuseOther, tracesOfUse } from '../data-directory.ts'
import { refuseUnfinishedTables } from '../backup/unfinished.ts'
import { keyBefore, keyEntries, keyFile, saveKeys, type KeyName } from '../keys.ts'
import { Misconfigured } from '../misconfigured.ts'
import { refuseKeyForEver, rotateKey } from './key-rotation.ts'
import { expectPasskeyHosts, rememberPasskeyHosts } from './passkey-ownership.ts'
import { withClient } from './with-client.ts'

const SALT_BYTES = 16
/** A setting that was left out. */
const NONE = ''
const onOrOff = (is: boolean): string => (is ? 'on' : 'off')

/**
 * Holds the keys, the market and the demo setting against what the database has remembered since its first
 * start, and remembers what is new. Keys and the data directory's own memory are written only here, so that a
 * refused start leaves nothing wrong behind. To be called by the one who holds the writer's lock, after the
 * migrations. A key whose predecessor lies beside it takes its place, with all that was sealed by it. Answers
 * what this start ends: the demo setting, the operators' passkeys. Throws `Misconfigured` with what differs
 * and the way out.
 */
export async function claimDatabase(
  database: pg.ClientConfig,
  config: Config,
  sealed: readonly SealedColumn[],
): Promise<Pick<Config, 'leavesDemo' | 'endsPasskeys'>> {
  return withClient(database, async (client) => {
    await refuseUnfinishedTables(client)
    const wasDemo = await expectSettings(client, config)
    const endsPasskeys = await expectPasskeyHosts(client, config)
    const replaced = await replacedKeys(client, config)
    const unknown = await expectKeys(client, config, replaced)
    saveKeys(config.keysDir, config.keys)
    await client.query('begin')
    for (const [name, before] of replaced)
      await rotateKey(client, name, { before, key: config.keys[name], sealed })
    for (const [name, key] of [...unknown, ...entriesOf(config, replaced)]) {
      const salt = randomBytes(SALT_BYTES)
      await client.query(
        'insert into key_fingerprints (name, salt, hash) values ($1, $2, $3) on conflict (name) do update set salt = excluded.salt, hash = excluded.hash',
        [name, salt, fingerprint(salt, name, key)],
      )
    }
    for (const [name, value] of [['DEMO', onOrOff(config.demo)], ...purposeEntries(purposeOf(config))]) {
      await client.query('insert into settings (name, value) values ($1, $2) on conflict (name) do nothing', [
        name,
        value ?? NONE,
      ])
    }
    // Another name is remembered once what it ends is in the journal.
    if (!endsPasskeys) await rememberPasskeyHosts(client, config)
    await client.query('commit')
    // Last: a data directory that has it has had a database that knew its keys.
    claimDataDirectory(config)
    return { leavesDemo: wasDemo && config.leavesDemo, endsPasskeys }
  })
}

/**
 * Holds the keys of a data directory against the database, and changes nothing. Throws `Misconfigured` with
 * the files that are missing or others.
 */
export async function checkKeys(database: pg.ClientConfig, config: Config): Promise<void> {
  return withClient(database, async (client) => {
    const {
      rows: [table],
    } = await client.query<{ there: boolean }>("select to_regclass('key_fingerprints') is not null as there")
    if (table!.there) await expectKeys(client, config)
  })
}

/**
 * Holds the market and the demo setting against what the database remembers, and changes nothing: under other
 * settings the rules that its journal is run again by are others. Throws `Misconfigured` with what differs.
 */
export async function checkSettings(database: pg.ClientConfig, config: Config): Promise<void> {
  return withClient(database, async (client) => {
    await expectSettings(client, config)
  })
}

/** The demo setting is over for good: its members and operators have been ended. */
export async function rememberDemoIsOver(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  await pool.query("update settings set value = 'off' where name = 'DEMO'")
}

const fingerprint = (salt: Buffer, name: KeyName, key: Buffer): Buffer =>
  createHmac('sha256', salt).update(`${name}\0`).update(key).digest()

/** Answers whether the demo setting was on. */
async function expectSettings(client: pg.Client, config: Config): Promise<boolean> {
  const { rows } = await client.query<{ name: string; value: string }>('select name, value from settings')
  const kept = new Map(rows.map(({ name, value }) => [name, value]))
  for (const [variable, asked] of purposeEntries(purposeOf(config))) {
    const value = kept.get(variable)
    if (value !== undefined) refuseOther('The database', variable, value === NONE ? null : value, asked)
  }
  refuseOtherDemo(kept.get('DEMO'), config)
  return kept.get('DEMO') === 'on'
}

function refuseOtherDemo(kept: string | undefined, { demo, leavesDemo }: Config): void {
  if (kept === undefined || kept === onOrOff(demo) || leavesDemo) return
  throw new Misconfigured(
    kept === 'on'
      ? 'This database was begun in the demo setting, and DEMO is off: members and operators whose passwords and codes were printed would still get in. ' +
          'Set DEMO=on to go on with it, or start once with DEMO=leave, which ends them and every session for good. For real members begin with a new DATA_DIR (and DATABASE_URL).'
      : 'This database was begun with DEMO=off, and cannot go into the demo setting, which shows every code that is sent. Set DEMO=off, or name another DATA_DIR (and DATABASE_URL).',
  )
}

type Replaced = ReadonlyMap<KeyName, Buffer>
const NOTHING_REPLACED: Replaced = new Map()
const entriesOf = ({ keys }: Config, names: Replaced) => keyEntries(keys).filter(([name]) => names.has(name))

type Fingerprint = { name: string; salt: Buffer; hash: Buffer }
async function fingerprints(client: pg.Client): Promise<Map<string, Fingerprint>> {
  const { rows } = await client.query<Fingerprint>('select name, salt, hash from key_fingerprints')
  return new Map(rows.map((row) => [row.name, row]))
}
const isOther = (row: Fingerprint | undefined, name: KeyName, key: Buffer): boolean =>
  row !== undefined && !fingerprint(row.salt, name, key).equals(row.hash)

/**
 * Keys that are others than the database knows, while the one that it knows lies beside them. Throws
 * `Misconfigured` where one of them is for ever.
 */
async function replacedKeys(client: pg.Client, { keysDir, keys }: Config): Promise<Replaced> {
  const kept = await fingerprints(client)
  const replaced = new Map<KeyName, Buffer>()
  for (const [name, key] of keyEntries(keys)) {
    const row = kept.get(name)
    const file = keyFile(keysDir, name)
    if (!existsSync(file) || !isOther(row, name, key)) continue
    const before = keyBefore(keysDir, name)
    if (before === null || isOther(row, name, before)) continue
    refuseKeyForEver(name, file)
    replaced.set(name, before)
  }
  return replaced
}

/** Answers the keys that have no fingerprint yet. */
async function expectKeys(
  client: pg.Client,
  config: Config,
  replaced: Replaced = NOTHING_REPLACED,
): Promise<ReturnType<typeof keyEntries>> {
  const { dataDir, keysDir, keys } = config
  const kept = await fingerprints(client)
  const entries = keyEntries(keys)
  const other = entries
    .filter(([name, key]) => !replaced.has(name) && isOther(kept.get(name), name, key))
    .map(([name]) => keyFile(keysDir, name))
  const missing = other.filter((file) => !existsSync(file))
  if (missing.length > 0) throw noKeys('are missing', missing)
  if (other.length > 0) throw noKeys('are others than those of this database', other)
  const isBegun = await hasRecords(client)
  // A database of a version that kept no fingerprints has been used with keys: of all at once none is new.
  const files = entries.map(([name]) => keyFile(keysDir, name))
  if (kept.size === 0 && isBegun && !files.some((file) => existsSync(file)))
    throw noKeys('are missing', files)
  // The other way round: a firm has been at work from here, and not in this database.
  const [trace] = tracesOfUse(config)
  if (kept.size === 0 && !isBegun && trace !== undefined) {
    throw new Misconfigured(
      `${dataDir} was in use (it has ${basename(trace)}), and the database is a new one without a record. Bring its own back, restore a backup into a new DATA_DIR, or begin anew with another DATA_DIR.`,
    )
  }
  return entries.filter(([name]) => !kept.has(name))
}

const noKeys = (what: string, files: readonly string[]) =>
  new Misconfigured(
    `The keys of this database ${what}: ${files.join(', ')}. Without them nobody can log in and no picture can be opened. ` +
      'Name the DATA_DIR (and KEYS_DIR, if it had one) that the database was begun with, or restore its folder "keys" from a backup.',
  )

async function hasRecords(client: pg.Client): Promise<boolean> {
  const {
    rows: [lease],
  } = await client.query<{ begun: boolean }>('select seq >= 0 as begun from lease')
  return lease!.begun
}
