import { checkDataDirectory } from '#platform/data-directory.ts'
import { readConfig } from '#platform/config.ts'
import { Misconfigured } from '#platform/misconfigured.ts'
import type { Database } from '#platform/database/connect.ts'
import { startEmbedded } from '#platform/database/embedded.ts'
import { BrokenChain } from '#platform/engine/journal.ts'
import { LeaseTaken } from '#platform/database/writer-lock.ts'
import { RowsChanged } from '#platform/engine/row-seal.ts'
import { openLog, type Log } from '#platform/log.ts'
import { banner } from './banner.ts'
import type { OpenHouse } from './house.ts'
import { askForDoor, NO_USE, sayReady } from './kept.ts'

/** `npm start`: one process with everything, from the settings to the first request answered. Ends the process when it cannot. */
export const start = (): Promise<void> =>
  open().catch((error: unknown) => {
    process.stderr.write(`Akari cannot start: ${whyNot(error)}\n`)
    process.exit(error instanceof Misconfigured || error instanceof BrokenChain || error instanceof RowsChanged ? NO_USE : 1)
  })

async function open(): Promise<void> {
  const config = readConfig(process.env)
  checkDataDirectory(config)
  const log = openLog(config.logLevel)
  const say = (error: unknown) => log.fatal({ err: error }, 'stopping at once: what is in memory can no longer be trusted')
  const atOnce = (error: unknown) => {
    say(error)
    process.exit(1)
  }
  process.on('uncaughtException', atOnce)
  process.on('unhandledRejection', atOnce)
  // The engine takes nothing more, and whoever was waiting for it has been answered: that goes out first.
  const fatal = (error: unknown) => {
    say(error)
    setImmediate(() => process.exit(1))
  }

  // PostgreSQL comes up (after a kill it first recovers) while the rest of the code is read.
  const [embedded, { openHouse }] = await Promise.all([
    config.databaseUrl === null ? startEmbedded(config.dataDir) : null,
    import('./house.ts'),
  ])
  const database: Database['config'] = embedded?.config ?? { connectionString: config.databaseUrl! }
  const house = await openHouse({ config, database, log, fatal, beforeDoors: askForDoor }).catch(async (error: unknown) => {
    // Where another server is at work, the database is that one's.
    if (!(error instanceof LeaseTaken)) await embedded?.stop()
    throw error
  })
  const stop = stopOnSignal(house, log, async () => embedded?.stop())
  sayReady({ host: config.host, port: house.port }, () => stop('keeper gone'))
  process.stdout.write(banner(config, house.port, house.rooms.identity.demo, house.rooms.staff.codes()))
}

/** A first signal stops in good order; a second one, or a stop that hangs, ends the process. Nothing acknowledged is lost either way. */
function stopOnSignal(open: OpenHouse, log: Log, stopDatabase: () => Promise<void>): (why: string) => void {
  const LONGEST_STOP_MS = 15_000
  let stopping = false
  const stop = async (why: string) => {
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref()
    log.info({ why }, 'stopping')
    await open.stop()
    await stopDatabase()
    log.info('stopped')
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(signal))
  return (why) => void stop(why)
}

/** What the person at the terminal can put right is a sentence; anything else is shown with its trace. */
function whyNot(error: unknown): string {
  const { code, message, stack } = error as NodeJS.ErrnoException
  if (error instanceof Misconfigured) return message
  if (error instanceof RowsChanged) return `${message}: somebody or something changed them outside of Akari, and nothing was begun. npm run verify names the rows; set them back, or restore a backup (docs/operate.md).`
  if (error instanceof LeaseTaken) return 'another Akari is at work on this data. Stop it first, or name another DATA_DIR (or DATABASE_URL).'
  if (code === 'EADDRINUSE') return 'another program uses this port. Set PORT to another.'
  return stack ?? message
}
