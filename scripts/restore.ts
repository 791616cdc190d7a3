/**
 * `npm run restore -- FOLDER`: a backup into a new `DATA_DIR` (and an empty `DATABASE_URL`, where that is
 * set), checked from its first record to its last. `npm run restore -- --to TIME`: the same of one moment,
 * from the base backups and the log in `ARCHIVE_DIR`.
 */
import { resolve } from 'node:path'
import { NoBackup, readBackup, type Manifest } from '#platform/backup/manifest.ts'
import { sumOfBalances } from '#platform/backup/moment.ts'
import { restoreDatabase, restoreFiles } from '#platform/backup/restore.ts'
import {
  beginRestoreInto,
  clearUnfinishedRestore,
  endRestoreInto,
  endRestoreOfTables,
  refuseFilled,
} from '#platform/backup/unfinished.ts'
import { dataDirOf, readConfig } from '#platform/config.ts'
import { Misconfigured } from '#platform/misconfigured.ts'
import { migrate } from '#platform/database/migrate.ts'
import { withDatabase } from '#platform/database/open.ts'
import { checkKeys, checkSettings } from '#platform/database/ownership.ts'
import { LeaseTaken, withWriterLock } from '#platform/database/writer-lock.ts'
import { checkJournal } from '#platform/engine/check-journal.ts'
import { openLog } from '#platform/log.ts'
import { momentOf, moveTo } from '#server/recovery.ts'
import { rulesOf } from '#server/rules.ts'

async function restore(args: readonly string[]): Promise<string> {
  const [first] = args
  if (first === undefined)
    throw new NoBackup(
      'npm run restore -- FOLDER: name the folder of the backup; or npm run restore -- --to TIME.',
    )
  if (!first.startsWith('--')) {
    const manifest = await readBackup(resolve(first))
    await clear()
    return restoreFrom(resolve(first), manifest)
  }
  if (first !== '--to') throw new NoBackup(`${first} is no option of npm run restore; there is --to.`)
  const moment = momentOf(args[1])
  // Wrong settings are named before anything is written.
  const { archiveDir, dataDir } = readConfig(process.env)
  if (archiveDir === null)
    throw new NoBackup('Set ARCHIVE_DIR to the archive that the server has written to (docs/recovery.md).')
  await clear()
  refuseFilled(dataDir)
  const moved = await moveTo(archiveDir, moment, dataDir)
  try {
    const restored = await restoreFrom(moved.folder, moved.manifest)
    return [...moved.said, restored].join('\n')
  } finally {
    moved.remove()
  }
}

async function clear(): Promise<void> {
  if (await clearUnfinishedRestore(dataDirOf(process.env)))
    console.log('What an earlier restore had left there was cleared.')
}

async function restoreFrom(folder: string, manifest: Manifest): Promise<string> {
  // Wrong settings are named before anything is written.
  const { dataDir, databaseUrl } = readConfig(process.env)
  beginRestoreInto(dataDir)
  restoreFiles(folder, manifest, dataDir)
  const restored = await withDatabase({ dataDir, databaseUrl }, (database) =>
    withWriterLock(database, async () => {
      await restoreDatabase(folder, manifest, database)
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
      const sum = await sumOfBalances(database)
      if (sum !== 0n) throw new NoBackup(`All accounts add up to ${sum} yen, and not to nothing.`)
      await endRestoreOfTables(database)
      return (
        `Restored into ${dataDir}: the journal holds from its first record to ${check.toSeq}, ${check.entries} entries and ${check.accounts} accounts agree with it and add up to 0 yen, head ${check.head}.\n` +
        `What the server did after ${manifest.at} is not in it. Every phone that has seen more will say so. Never start the server that this was taken from again.`
      )
    }),
  )
  endRestoreInto(dataDir)
  return restored
}

await restore(process.argv.slice(2)).then(console.log, (error: unknown) => {
  console.error(
    error instanceof NoBackup || error instanceof Misconfigured || error instanceof LeaseTaken
      ? error.message
      : error,
  )
  process.exitCode = 1
})
