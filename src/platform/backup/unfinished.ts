import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { adoptEmbedded } from '../database/embedded.ts'
import { makeDirectory } from '../directory.ts'
import { Misconfigured } from '../misconfigured.ts'
import { NoBackup } from './manifest.ts'
import { withClient } from '../database/with-client.ts'

/** Marks of a data directory, and of a database, into which a restore writes and has not ended. */
const FILE = 'restore-unfinished.json'
const UNFINISHED_TABLE = 'restore_unfinished'
const fileOf = (dataDir: string): string => join(dataDir, FILE)

/**
 * Marks a data directory that holds nothing yet as one that a restore writes into. Throws `NoBackup` where it
 * holds something.
 */
export function beginRestoreInto(dataDir: string): void {
  refuseFilled(dataDir)
  makeDirectory(dataDir)
  writeFileSync(fileOf(dataDir), `${JSON.stringify({ pid: process.pid })}\n`, { flush: true })
}

/** Throws `NoBackup` where a data directory holds something. */
export function refuseFilled(dataDir: string): void {
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new NoBackup(
      `${dataDir} is not empty: a backup is restored into a new DATA_DIR, so that nothing is lost by mistake.`,
    )
}

/** The restore has ended, and all of it is there. */
export const endRestoreInto = (dataDir: string): void => rmSync(fileOf(dataDir))

/**
 * Removes what a restore that failed or was killed has left in a data directory: it was empty before, and
 * nobody has worked with it. Answers whether there was any. Throws `NoBackup` while that restore is at work.
 */
export async function clearUnfinishedRestore(dataDir: string): Promise<boolean> {
  if (!existsSync(fileOf(dataDir))) return false
  const pid = pidIn(fileOf(dataDir))
  if (pid !== null && isRestore(pid))
    throw new NoBackup(`A restore into ${dataDir} is at work (process ${pid}). Wait for it, or end it first.`)
  // No server starts beside the mark, so that its database is nobody's.
  await (await adoptEmbedded(dataDir).catch(() => null))?.stop()
  const postgres = join(dataDir, 'postgres')
  // As root it may lie elsewhere, behind a symbolic link.
  if (existsSync(postgres)) rmSync(realpathSync(postgres), { recursive: true, force: true })
  // The mark goes last: a clearing that is killed is gone on with.
  for (const name of readdirSync(dataDir).filter((name) => name !== FILE))
    rmSync(join(dataDir, name), { recursive: true, force: true })
  rmSync(fileOf(dataDir))
  return true
}

/** Refuses a start on what a restore has not ended. Throws `Misconfigured`. */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (existsSync(fileOf(dataDir)))
    throw new Misconfigured(
      `A backup was to be restored into ${dataDir}, and that did not end. Run npm run restore again with the same DATA_DIR: it clears it and begins anew.`,
    )
}

/** The same for a database of one's own. */
export async function refuseUnfinishedTables(client: Pick<pg.Client, 'query'>): Promise<void> {
  if (await hasUnfinishedTables(client))
    throw new Misconfigured(
      'A backup was to be restored into the database of DATABASE_URL, and that did not end. Run npm run restore again with the same DATABASE_URL: it clears it and begins anew.',
    )
}

/** Marks an empty database, cleared of what an earlier restore has left. Throws `NoBackup` on others. */
export async function beginRestoreOfTables(client: Pick<pg.Client, 'query'>): Promise<void> {
  if (await hasUnfinishedTables(client)) {
    const { rows } = await client.query<{ drop: string | null }>(
      `select 'drop table ' || string_agg(format('%I.%I', schemaname, tablename), ', ') || ' cascade' as drop
       from pg_tables where schemaname = 'public'`,
    )
    await client.query(rows[0]!.drop!)
  }
  const { rowCount } = await client.query("select from pg_tables where schemaname = 'public'")
  if (rowCount !== 0) throw new NoBackup('The database is not empty: a backup is restored into a new one.')
  await client.query(`create table ${UNFINISHED_TABLE} ()`)
}

/** The restore into a database has ended, and all of it is there. */
export async function endRestoreOfTables(config: pg.ClientConfig): Promise<void> {
  return withClient(config, async (client) => {
    await client.query(`drop table ${UNFINISHED_TABLE}`)
  })
}

async function hasUnfinishedTables(client: Pick<pg.Client, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>('select to_regclass($1) is not null as has', [
    `public.${UNFINISHED_TABLE}`,
  ])
  return rows[0]!.has
}

function pidIn(file: string): number | null {
  const pid = Number(/"pid":(\d+)/.exec(readFileSync(file, 'utf8'))?.[1])
  return pid > 0 && pid !== process.pid ? pid : null
}

/** A number may be another process's by now; where that can be seen, it is looked at. */
function isRestore(pid: number): boolean {
  const proc = `/proc/${pid}/cmdline`
  if (existsSync('/proc/self/cmdline'))
    return existsSync(proc) && readFileSync(proc, 'utf8').split('\0').includes('restore')
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
