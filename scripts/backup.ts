/**
 * `npm run backup -- FOLDER`: everything that the context of `DATA_DIR` or `DATABASE_URL` is, into a new
 * folder, beside a running server or without one. `npm run backup -- --base`: a base backup into
 * `ARCHIVE_DIR`, from which `npm run restore -- --to` goes on to any later moment.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { archiveOf } from '#platform/backup/archive.ts'
import { takeBase } from '#platform/backup/base.ts'
import { NoBackup } from '#platform/backup/manifest.ts'
import { takeBackup, type Source } from '#platform/backup/take.ts'
import { readConfig, type Config } from '#platform/config.ts'
import { Misconfigured } from '#platform/misconfigured.ts'
import { refuseNewerDatabase } from '#platform/database/migrate.ts'
import { withDatabase } from '#platform/database/open.ts'
import { checkKeys } from '#platform/database/ownership.ts'

async function backUp(folder: string | undefined): Promise<string> {
  if (folder === undefined)
    throw new NoBackup('npm run backup -- FOLDER: name the folder that the backup is written into.')
  if (folder.startsWith('--') && folder !== '--base')
    throw new NoBackup(`${folder} is no option of npm run backup; there is --base.`)
  const wanted = resolve(process.env['DATA_DIR']?.trim() || './data')
  if (!existsSync(join(wanted, 'house.json'))) throw new NoBackup(`There is no server in ${wanted}.`)
  const config = readConfig(process.env)
  return withDatabase(config, async (database) => {
    await refuseNewerDatabase(database)
    await checkKeys(database, config)
    if (folder === '--base') return backUpBase(config, database)
    const { journal, tables, files } = await takeBackup(
      { dataDir: config.dataDir, database, version: config.version, at: new Date() },
      resolve(folder),
    )
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    return `Backed up: ${journal.seq + 1} records of the journal, ${rows} rows of ${tables.length} tables, ${files.length} files, head ${journal.head}.\n${
      config.keysDir === join(config.dataDir, 'keys')
        ? 'It holds the keys of the server: keep it where nobody else reads it.'
        : `The keys lie in KEYS_DIR (${config.keysDir}) and are not in it: keep them apart, and name them at a restore.`
    }`
  })
}

async function backUpBase(
  { archiveDir, dataDir, databaseUrl, version }: Config,
  database: Source['database'],
): Promise<string> {
  if (archiveDir === null)
    throw new NoBackup('Set ARCHIVE_DIR to the archive that the server writes to (docs/recovery.md).')
  if (archiveOf(dataDir) !== archiveDir)
    throw new NoBackup(
      `The server of ${dataDir} does not archive into ${archiveDir}: start it with ARCHIVE_DIR first.`,
    )
  const { folder, base } = await takeBase(
    { dataDir, database, version, at: new Date(), embedded: databaseUrl === null },
    archiveDir,
  )
  return `Base backup in ${folder}: ${base.cluster.bytes} bytes of the cluster, ${base.files.length} files. Every moment from ${base.endedAt} on can be gone back to.`
}

await backUp(process.argv[2]).then(console.log, (error: unknown) => {
  console.error(error instanceof NoBackup || error instanceof Misconfigured ? error.message : error)
  process.exitCode = 1
})
