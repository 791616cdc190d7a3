import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Misconfigured } from './misconfigured.ts'

const KEY_BYTES = 32

/**
 * Files in `DATA_DIR/keys`, one a key (security-and-trust 3): text inside, hexadecimal, readable by the owner
 * alone.
 */
const FILES = {
  /** The simulated market is a function of it. */
  market: 'market',
  /** Mixed into every password before it is hashed; never in the database. */
  pepper: 'pepper',
  /**
   * Demo passwords and the demo invitation code are derived from it, so that every start prints the same
   * ones.
   */
  demo: 'demo',
  /** Wraps the key of every picture that members send. */
  images: 'images',
  /** Says to browsers that a notification is from this server (VAPID). */
  push: 'push',
  /** Signs what the server says (Ed25519): where deposits are paid to. */
  signing: 'signing',
  /** The keys from which the seeds of each draw are derived, one for each role (security-and-trust 5.2). */
  drawOperator: 'draw-operator',
  drawAuditor: 'draw-auditor',
  /**
   * Salts the public tree over the journal, so that nobody can try out what a record says
   * (security-and-trust 5.1).
   */
  salts: 'salts',
} as const
export type KeyName = keyof typeof FILES
const NAMES = Object.keys(FILES) as KeyName[]

export type Keys = Readonly<Record<KeyName, Buffer>>

/** The key's name in files and sentences. */
export const keyFile = (dataDir: string, name: KeyName): string => join(dataDir, 'keys', FILES[name])

/** Keys with their names, in the order of the files above. */
export const keyEntries = (keys: Keys): [name: KeyName, key: Buffer][] =>
  NAMES.map((name) => [name, keys[name]])

/**
 * The keys of a data directory. What is not there yet is made in memory alone: `saveKeys` writes it once the
 * database has agreed, so that a refused start leaves no wrong key behind. Throws `Misconfigured` where a
 * file holds no key.
 */
export const readKeys = (dataDir: string): Keys =>
  Object.fromEntries(
    NAMES.map((name) => [name, readKey(keyFile(dataDir, name)) ?? randomBytes(KEY_BYTES)]),
  ) as Record<KeyName, Buffer>

function readKey(file: string): Buffer | null {
  if (!existsSync(file)) return null
  const text = readFileSync(file, 'utf8').trim()
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new Misconfigured(`${file} does not hold a key of ${KEY_BYTES} bytes. Restore it from a backup.`)
  return Buffer.from(text, 'hex')
}

/** Writes, durably, the keys that have no file yet. */
export function saveKeys(dataDir: string, keys: Keys): void {
  mkdirSync(join(dataDir, 'keys'), { recursive: true, mode: 0o700 })
  for (const [name, key] of keyEntries(keys)) {
    const file = keyFile(dataDir, name)
    if (existsSync(file)) continue
    const made = openSync(file, 'wx', 0o600)
    writeSync(made, `${key.toString('hex')}\n`)
    fsyncSync(made)
    closeSync(made)
  }
}

/** The identity of the owner of these keys: the same over every restart, and nobody learns a key from it. */
export function identityOf(keys: Keys): string {
  const hash = createHash('sha256').update('KABU-IDENTITY-v1')
  for (const [, key] of keyEntries(keys)) hash.update(key)
  return hash.digest('hex')
}
