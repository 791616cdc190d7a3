import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  writeSync,
} from 'node:fs'
import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Misconfigured } from './misconfigured.ts'

const KEY_BYTES = 32

/**
 * Files in `DATA_DIR/keys`, or in `KEYS_DIR`, one a key (security-and-trust 3): text inside, hexadecimal,
 * readable by the owner alone.
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
export const keyFile = (keysDir: string, name: KeyName): string => join(keysDir, FILES[name])

/** Keys with their names, in the order of the files above. */
export const keyEntries = (keys: Keys): [name: KeyName, key: Buffer][] =>
  NAMES.map((name) => [name, keys[name]])

/** The key that the one of this name takes the place of, as its file beside the new one says; null: none. */
export const keyBefore = (keysDir: string, name: KeyName): Buffer | null =>
  readKey(`${keyFile(keysDir, name)}.before`)

/**
 * The keys of a folder. What is not there yet is made in memory alone: `saveKeys` writes it once the
 * database has agreed, so that a refused start leaves no wrong key behind. Throws `Misconfigured` where a
 * file holds no key.
 */
export const readKeys = (keysDir: string): Keys =>
  Object.fromEntries(
    NAMES.map((name) => [name, readKey(keyFile(keysDir, name)) ?? randomBytes(KEY_BYTES)]),
  ) as Record<KeyName, Buffer>

function readKey(file: string): Buffer | null {
  if (!existsSync(file)) return null
  if (!statSync(file).isFile()) throw new Misconfigured(`${file} is no file. Put back what was there.`)
  const text = readFileSync(file, 'utf8').trim()
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new Misconfigured(`${file} does not hold a key of ${KEY_BYTES} bytes. Restore it from a backup.`)
  return Buffer.from(text, 'hex')
}

/** Writes, durably, the keys that have no file yet. Throws `Misconfigured` where a folder takes none. */
export function saveKeys(keysDir: string, keys: Keys): void {
  for (const [name, key] of keyEntries(keys)) {
    const file = keyFile(keysDir, name)
    if (existsSync(file)) continue
    try {
      mkdirSync(keysDir, { recursive: true, mode: 0o700 })
      const made = openSync(file, 'wx', 0o600)
      writeSync(made, `${key.toString('hex')}\n`)
      fsyncSync(made)
      closeSync(made)
    } catch (error) {
      throw new Misconfigured(
        `${file} is not there, and cannot be written (${(error as NodeJS.ErrnoException).code}). Put a new key there (64 hexadecimal digits: openssl rand -hex ${KEY_BYTES}), or let this user write into ${keysDir}.`,
      )
    }
  }
}

/** The identity of the owner of these keys: the same over every restart, and nobody learns a key from it. */
export function identityOf(keys: Keys): string {
  const hash = createHash('sha256').update('KABU-IDENTITY-v1')
  for (const [, key] of keyEntries(keys)) hash.update(key)
  return hash.digest('hex')
}
