import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One file of a backup, by its path inside; SHA-256 in hex. */
export type BackedUp = { path: string; bytes: number; sha256: string }
export type BackedUpTable = BackedUp & { name: string; columns: string[]; rows: number }

/**
 * `backup.json`: what a backup holds, and where the journal stood. Written last; a folder without one is no
 * backup.
 */
export type Manifest = {
  format: typeof FORMAT
  /** Of the app. */
  version: string
  at: string
  /** Last record of the journal and its hash in hex; seq -1 and nothing where there is none. */
  journal: { seq: number; head: string }
  /** Migrations that had been applied, in their order. */
  migrations: { name: string; sha256: string }[]
  tables: BackedUpTable[]
  files: BackedUp[]
}

export const FORMAT = 'akari-backup-1'
export const MANIFEST = 'backup.json'

/** A backup that cannot be taken or restored: its message is all that the person at the terminal needs. */
export class NoBackup extends Error {
  override name = 'NoBackup'
}

export async function fileHash(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

/**
 * Reads the list and holds every file against it. Throws `NoBackup` with the first one that is missing or not
 * what was written.
 */
export async function readBackup(folder: string): Promise<Manifest> {
  const list = join(folder, MANIFEST)
  if (!existsSync(list)) throw new NoBackup(`${folder} is no finished backup: there is no ${MANIFEST} in it.`)
  const manifest = JSON.parse(readFileSync(list, 'utf8')) as Manifest
  if (manifest.format !== FORMAT)
    throw new NoBackup(
      `${folder} is written as ${String(manifest.format)}; this version reads ${String(FORMAT)}.`,
    )
  for (const { path, bytes, sha256 } of [...manifest.tables, ...manifest.files]) {
    const file = join(folder, path)
    if (!existsSync(file)) throw new NoBackup(`${path} is missing in ${folder}.`)
    const found = await fileHash(file)
    if (found.bytes !== bytes || found.sha256 !== sha256)
      throw new NoBackup(`${path} is not what was written: ${folder} cannot be trusted.`)
  }
  return manifest
}
