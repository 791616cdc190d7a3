/**
 * `npm run backup -- FOLDER`: everything that the context of `DATA_DIR` or `DATABASE_URL` is, into a new
 * folder, beside a running server or without one.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { NoBackup } from '#platform/backup/manifest.ts'
import { takeBackup } from '#platform/backup/take.ts'
import { readConfig } from '#platform/config.ts'
import { Misconfigured } from '#platform/misconfigured.ts'
import { refuseNewerDatabase } from '#platform/database/migrate.ts'
import { withDatabase } from '#platform/database/open.ts'
import { checkKeys } from '#platform/database/ownership.ts'

async function backUp(folder: string | undefined): Promise<string> {
  if (folder === undefined)
    throw new NoBackup('npm run backup -- FOLDER: name the folder that the backup is written into.')
  const wanted = resolve(process.env['DATA_DIR']?.trim() || './data')
  if (!existsSync(join(wanted, 'house.json'))) throw new NoBackup(`There is no server in ${wanted}.`)
  const config = readConfig(process.env)
  return withDatabase(config, async (database) => {
    await refuseNewerDatabase(database)
    await checkKeys(database, config)
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

await backUp(process.argv[2]).then(console.log, (error: unknown) => {
  console.error(error instanceof NoBackup || error instanceof Misconfigured ? error.message : error)
  process.exitCode = 1
})
