import { once } from 'node:events'
import { createServer } from 'node:net'
import { checkDataDirectory, keysOpenToOthers, refuseNewBeginning } from '#platform/data-directory.ts'
import { claimArchive } from '#platform/backup/archive.ts'
import { refuseUnfinishedRestore } from '#platform/backup/unfinished.ts'
import { dataDirOf, readConfig, type Config } from '#platform/config.ts'
import { Misconfigured } from '#platform/misconfigured.ts'
import type { Database } from '#platform/database/connect.ts'
import { DatabaseUnreachable, refuseUnfitDatabase, whyUnreachableAt } from '#platform/database/fitness.ts'
import { startEmbedded, type Embedded } from '#platform/database/embedded.ts'
import { BrokenChain } from '#platform/engine/journal.ts'
import { RowForged } from '#platform/database/row-mac.ts'
import { LeaseTaken } from '#platform/database/writer-lock.ts'
import { RowsChanged } from '#platform/engine/row-seal.ts'
import { identityOf } from '#platform/keys.ts'
import { openLog, type Log } from '#platform/log.ts'
import { misspelt } from '#platform/setting-names.ts'
import { banner } from './banner.ts'
import type { RunningApp } from './app.ts'
import {
  requestPort,
  EXIT_DO_NOT_RESTART,
  identityBefore,
  sayReady,
  whenAskedToStop,
} from './supervisor-ipc.ts'

const LONGEST_STOP_MS = 15_000
/** Would fail the same way at the next start. */
const LASTING = [Misconfigured, BrokenChain, RowsChanged, RowForged]

/** The parts to stop, as far as the start has come. */
type Started = { context: RunningApp | null; embedded: Embedded | null; log: Log | null }

/**
 * `npm start`: one process with everything, from the settings to the first request answered. Ends the process
 * when it cannot.
 */
export async function start(): Promise<void> {
  // A terminal that is gone takes no more words; the server goes on to its end in good order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const started: Started = { context: null, embedded: null, log: null }
  let opening = Promise.resolve()
  whenAskedToStop((why) => void stop(started, opening, why))
  opening = open(started).catch((error: unknown) => {
    process.stderr.write(`Akari cannot start: ${whyNot(error)}\n`)
    process.exit(
      !(error instanceof DatabaseUnreachable) && LASTING.some((lasting) => error instanceof lasting)
        ? EXIT_DO_NOT_RESTART
        : 1,
    )
  })
  await opening
}

async function open(started: Started): Promise<void> {
  refuseUnfinishedRestore(dataDirOf(process.env))
  const config = readConfig(process.env)
  // One that is started again finds its place kept by its supervisor.
  if (identityBefore() === null) {
    await refuseTakenPort(config)
    if (config.metrics !== null) await refuseMetricsPort(config.metrics)
  }
  refuseNewBeginning(config, identityBefore())
  checkDataDirectory(config)
  claimArchive(config)
  const log = (started.log = openLog(config.logLevel))
  for (const path of keysOpenToOthers(config.keysDir))
    log.warn(
      { path },
      'other users of this machine can read or write it: take their rights away (chmod go-rwx)',
    )
  warnOfSettings(config, log)
  const say = (error: unknown) =>
    log.fatal({ err: error }, 'stopping at once: what is in memory can no longer be trusted')
  // A start that has failed stops its database itself, and says why, whatever breaks by that.
  let hasFailed = false
  const atOnce = (error: unknown) => {
    if (hasFailed) return
    say(error)
    process.exit(1)
  }
  process.on('uncaughtException', atOnce)
  process.on('unhandledRejection', atOnce)
  // The engine takes nothing more, and whoever was waiting for it has been answered: that goes out first.
  const fatal = (error: unknown) => {
    if (hasFailed) return
    say(error)
    setImmediate(() => process.exit(1))
  }

  // PostgreSQL comes up (after a kill it first recovers) while the rest of the code is read.
  const [embedded, { startApp }] = await Promise.all([
    config.databaseUrl === null ? startEmbedded(config.dataDir) : fitDatabase(config.databaseUrl),
    import('./app.ts'),
  ])
  started.embedded = embedded
  const database: Database['config'] = embedded?.config ?? { connectionString: config.databaseUrl! }
  const context = await startApp({ config, database, log, fatal, beforeListening: requestPort }).catch(
    async (error: unknown) => {
      hasFailed = true
      // News of parts that break by the stop are none: the sentence of the refusal stands alone.
      log.level = 'silent'
      // The database of another server that is at work stays as it is.
      if (!(error instanceof LeaseTaken)) await embedded?.stop()
      throw error
    },
  )
  started.context = context
  sayReady({
    host: config.host,
    port: context.port,
    identity: identityOf(config.keys),
    postmaster: embedded?.postmaster ?? null,
  })
  process.stdout.write(
    banner(
      config,
      context.port,
      context.modules.identity.demo,
      context.modules.staff.codes(),
      context.modules.staff.invitations(),
    ),
  )
}

async function fitDatabase(connectionString: string): Promise<null> {
  await refuseUnfitDatabase({ connectionString })
  return null
}

/** Warnings about settings that a start goes on with, and that hardly anybody means. */
function warnOfSettings(config: Config, log: Log): void {
  for (const { name, meant } of misspelt(process.env))
    log.warn({ variable: name }, `${name} is set, and there is no such setting: ${meant} may be meant`)
  if (config.demo) return
  if (config.sms === null)
    log.warn('SMS_URL is not set: nobody can register, recover access or add a passkey, as no code is sent')
  if (config.firm === null)
    log.warn(
      'FIRM_FILE is not set: documents name no firm, nobody can pay in, and no transfer file is written',
    )
  if (config.mail === null)
    log.warn('neither MAIL_URL nor MAIL_DIR is set: no mail address can be confirmed, no notice goes by mail')
}

/** Before anything is made or begun: a start that could not listen would have migrated the database. */
async function refuseTakenPort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  const trial = createServer()
  await once(trial.listen({ host, port, exclusive: true }), 'listening')
  trial.close()
  await once(trial, 'close')
}

/** Metrics that nobody can read are said at the first start alone: later on, members come before them. */
const refuseMetricsPort = (at: NonNullable<Config['metrics']>): Promise<void> =>
  refuseTakenPort(at).catch((error: Error) => {
    throw new Misconfigured(
      `METRICS_PORT is ${at.port}, and ${at.host} cannot be listened at there: ${error.message}.`,
    )
  })

/**
 * Stops in good order, also in the middle of a start. One that fails or hangs ends the process, and leaves no
 * database behind; nothing acknowledged is lost either way.
 */
async function stop(started: Started, opening: Promise<void>, why: string): Promise<void> {
  const atOnce = () => {
    started.embedded?.stopSoon()
    process.exit(1)
  }
  setTimeout(atOnce, LONGEST_STOP_MS).unref()
  await opening
  started.log?.info({ why }, 'stopping')
  await started.context?.stop().catch(atOnce)
  await started.embedded?.stop().catch(atOnce)
  started.log?.info('stopped')
  process.exit(0)
}

/** A fault that the person at the terminal can mend is a sentence; anything else is shown with its trace. */
function whyNot(error: unknown): string {
  const { code = '', message, path, stack, syscall } = error as NodeJS.ErrnoException
  if (error instanceof Misconfigured || error instanceof RowForged) return message
  if (error instanceof RowsChanged)
    return `${message}. Nothing was begun: npm run verify names them (docs/operate.md, Changed rows).`
  if (error instanceof BrokenChain) return `${message}. npm run verify says where (docs/operate.md).`
  if (error instanceof LeaseTaken) return message
  if (syscall === 'listen' && code === 'EADDRINUSE')
    return 'another program uses this port. Set PORT to another.'
  if (syscall === 'listen' && code === 'EACCES')
    return 'this port is not for this user. Set PORT to 1024 or more.'
  if (
    syscall === 'listen' ||
    (syscall === 'getaddrinfo' && message.includes(process.env['HOST']?.trim() || '\0'))
  )
    return `HOST is "${process.env['HOST']}", which is no address of this machine.`
  if (isDiskFull(code, message))
    return `there is no room left to write. Make room on the disk of DATA_DIR (or of DATABASE_URL). ${message.trim()}`
  if (isReadOnly(code) && path !== undefined)
    return `${path} cannot be written or read (${code}). Give this user the right to it, or name another DATA_DIR.`
  if (isDatabaseAway(code)) return whyLost(error as Error)
  return stack ?? message
}

/** The database answered at the beginning of the start, and no longer does. */
function whyLost(error: Error): string {
  const url = readConfig(process.env).databaseUrl
  if (url === null) return `the embedded database ended during the start: ${error.message}.`
  return whyUnreachableAt(error, url)
}

/** By Node's codes, and by the word of the system that PostgreSQL passes on. */
const isDiskFull = (code: string, message: string): boolean =>
  code === 'ENOSPC' || code === 'EDQUOT' || message.includes('No space left on device')
const isReadOnly = (code: string): boolean => ['EROFS', 'EACCES', 'EPERM'].includes(code)

/**
 * Not there, not ready, or another user's: Node's codes of connections, PostgreSQL's of connecting (SQLSTATE
 * classes 08, 28, 3D, 57).
 */
const isDatabaseAway = (code: string): boolean =>
  /^(ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|(08|28|3D|57)\w{3})$/.test(code)
