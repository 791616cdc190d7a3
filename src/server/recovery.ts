import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { dirname, join, resolve } from 'node:path'
import { dateJst, iso, type Ms } from '#kernel/time.ts'
import { readBase } from '#platform/backup/base.ts'
import { VENUE } from '#platform/backup/archive.ts'
import { NoBackup, type Manifest } from '#platform/backup/manifest.ts'
import { expectKnown, lastCommand, revealedDays } from '#platform/backup/moment.ts'
import { recoverDatabase, type Moment } from '#platform/backup/recover.ts'
import { takeBackup } from '#platform/backup/take.ts'
import { makeDirectory } from '#platform/directory.ts'
import { isOpenToOthers, isRoot, OPEN_PLACE } from '#platform/database/binaries.ts'
import { stopPostmaster } from '#platform/database/embedded.ts'
import { venueAt, type VenueMoment } from '#modules/venue/server/public.ts'

/** A backup of one moment, put together from an archive, and sentences about it. */
export type Moved = { folder: string; manifest: Manifest; said: string[]; remove(): void }

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/

/** A moment as it is typed; without a zone nobody could tell which is meant. Throws `NoBackup`. */
export function momentOf(text: string | undefined): Moment {
  if (text === 'latest') return text
  const at = text === undefined || !TIME.test(text) ? Number.NaN : Date.parse(text)
  if (Number.isNaN(at))
    throw new NoBackup(
      `npm run restore -- --to TIME: "${text ?? ''}" is no time with its zone, such as 2026-11-28T10:15:00+09:00; or "latest".`,
    )
  return at
}

/**
 * Brings database, files and the exchange's memory to one moment, from a base backup and what the archive has
 * since: a backup of that moment, to be restored as any other. Throws `NoBackup`.
 */
export async function moveTo(archiveDir: string, to: Moment, dataDir: string): Promise<Moved> {
  if (!existsSync(archiveDir)) throw new NoBackup(`There is no archive in ${archiveDir}.`)
  const found = await readBase(archiveDir, to)
  const work = workFolder(dataDir)
  await clearWork(work)
  const remove = () => rmSync(work, { recursive: true, force: true })
  try {
    const recovered = await recoverDatabase(archiveDir, found, join(work, 'cluster'), to)
    try {
      const at = to === 'latest' ? (recovered.lastCommitAt ?? Date.parse(found.base.endedAt)) : to
      const files = join(work, 'data')
      makeDirectory(files, 0o700)
      cpSync(join(found.folder, 'files'), files, { recursive: true })
      rmSync(join(files, 'venue'), { recursive: true, force: true })
      const revealed = await revealedDays(recovered.config)
      const venue = venueAt(join(archiveDir, VENUE), at, revealed, join(files, 'venue'))
      await expectKnown(recovered.config, venue.orders)
      const manifest = await takeBackup(
        { dataDir: files, database: recovered.config, version: found.base.version, at: new Date(at) },
        join(work, 'backup'),
      )
      const said = [
        `Moment: ${iso(at)}, from the base backup of ${found.base.endedAt}.`,
        await lastCommand(recovered.config),
        venueText(venue),
      ]
      return { folder: join(work, 'backup'), manifest, said, remove }
    } finally {
      await recovered.remove()
    }
  } catch (error) {
    remove()
    throw error
  }
}

/** Beside the data directory, or where PostgreSQL's user gets through. */
function workFolder(dataDir: string): string {
  const beside = `${resolve(dataDir)}.recovering`
  if (!isRoot() || isOpenToOthers(existingAbove(dirname(beside)))) return beside
  return join(OPEN_PLACE, `recovering-${createHash('sha256').update(beside).digest('hex').slice(0, 12)}`)
}
const existingAbove = (path: string): string => (existsSync(path) ? path : existingAbove(dirname(path)))

/** The rest of a recovery that was killed. */
async function clearWork(work: string): Promise<void> {
  const cluster = join(work, 'cluster', 'cluster')
  const pidFile = join(cluster, 'postmaster.pid')
  if (existsSync(pidFile)) {
    const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
    if (pid > 0) await stopPostmaster({ cluster, pid })
  }
  rmSync(work, { recursive: true, force: true })
}

const venueText = ({ until, orders }: VenueMoment): string =>
  until === null
    ? 'The archive has no snapshot of the exchange before it: the market reopens by an auction.'
    : `The exchange goes on from ${dateText(until)}: ${orders.length} orders in its log since its snapshot, each known to the journal.`

const dateText = (at: Ms): string => `${iso(at)} (trade date ${dateJst(at)})`
