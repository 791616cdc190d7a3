/**
 * `npm run restore -- FOLDER`: a backup into a new `DATA_DIR` (and an empty `DATABASE_URL`, where that is
 * set), checked from its first record to its last.
 */
import { resolve } from 'node:path'
import { NoBackup, readBackup } from '#platform/backup/manifest.ts'
import { restoreDatabase, restoreFiles } from '#platform/backup/restore.ts'
import {
  beginRestoreInto,
  clearUnfinishedRestore,
  endRestoreInto,
  endRestoreOfTables,
} from '#platform/backup/unfinished.ts'
import { dataDirOf, readConfig } from '#platform/config.ts'
import { Misconfigured } from '#platform/misconfigured.ts'
import { migrate } from '#platform/database/migrate.ts'
import { withDatabase } from '#platform/database/open.ts'
import { checkKeys, checkSettings } from '#platform/database/ownership.ts'
import { LeaseTaken, withWriterLock } from '#platform/database/writer-lock.ts'
import { checkJournal } from '#platform/engine/check-journal.ts'
import { openLog } from '#platform/log.ts'
import { rulesOf } from '#server/rules.ts'

async function restore(folder: string | undefined): Promise<string> {
  if (folder === undefined) throw new NoBackup('npm run restore -- FOLDER: name the folder of the backup.')
  const manifest = await readBackup(resolve(folder))
  if (await clearUnfinishedRestore(dataDirOf(process.env)))
    console.log('What an earlier restore had left there was cleared.')
  // Wrong settings are named before anything is written.
  const { dataDir, databaseUrl } = readConfig(process.env)
  beginRestoreInto(dataDir)
  restoreFiles(resolve(folder), manifest, dataDir)
  const restored = await withDatabase({ dataDir, databaseUrl }, (database) =>
    withWriterLock(database, async () => {
      await restoreDatabase(resolve(folder), manifest, database)
      // A backup of an earlier version is brought up to this one now, so that what is checked is what will be
      // started.
      await migrate(database)
      const config = readConfig(process.env)
      await checkKeys(database, config)
      await checkSettings(database, config)
      const check = await checkJournal(database, () => {}, rulesOf(config, database, openLog('error')))
      if (check.status !== 'intact') throw new NoBackup(`The journal does not hold: ${check.what}.`)
      if (check.toSeq !== manifest.journal.seq || check.head !== manifest.journal.head)
        throw new NoBackup('The journal ends elsewhere than the backup says.')
      await endRestoreOfTables(database)
      return (
        `Restored into ${dataDir}: the journal holds from its first record to ${check.toSeq}, ${check.entries} entries and ${check.accounts} accounts agree with it, head ${check.head}.\n` +
        `What the server did after ${manifest.at} is not in it. Every phone that has seen more will say so. Never start the server that this was taken from again.`
      )
    }),
  )
  endRestoreInto(dataDir)
  return restored
}

await restore(process.argv[2]).then(console.log, (error: unknown) => {
  console.error(
    error instanceof NoBackup || error instanceof Misconfigured || error instanceof LeaseTaken
      ? error.message
      : error,
  )
  process.exitCode = 1
})
