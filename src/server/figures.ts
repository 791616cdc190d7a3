import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { SECOND } from '#kernel/time.ts'
import { lastBackupAt } from '#platform/backup/last-backup.ts'
import type { MemoryWatch } from '#platform/memory-watch.ts'
import type { ArchiveWatch } from '#platform/backup/archive-watch.ts'
import type { Metrics, Sample } from '#platform/metrics.ts'
import type { Figure } from '#platform/prometheus.ts'
import type { AppContext, Module, Watched } from '#modules/module.ts'
import { FAULTS, STATUSES, type FaultName } from '#wire/system.ts'
import { healthOf, type Status } from './system-routes.ts'

type Deps = {
  context: AppContext
  modules: readonly Module[]
  app: FastifyInstance
  sockets: { readonly size: number }
  metrics: Pick<Metrics, 'recent'>
  memory: Pick<MemoryWatch, 'heap'>
  archive: Pick<ArchiveWatch, 'waiting' | 'baseAt'>
  status: () => Status
  faults: () => readonly FaultName[]
}

const HELD_TRUE = 1
const oneHot = <Name extends string>(names: readonly Name[], isOn: (name: Name) => boolean) =>
  Object.fromEntries(names.map((name) => [name, isOn(name) ? HELD_TRUE : 0]))

/** Figures that modules watch, each of one module; their alerts are in `deploy/prometheus`. */
const WATCHED: readonly [of: keyof Watched, name: Figure['name'], help: string][] = [
  ['headsRefused', 'akari_heads_refused', 'Heads that the auditor refused since the start.'],
  ['journalBroken', 'akari_journal_broken', '1: the last check of the whole journal found it broken.'],
  ['jobMinutesBehind', 'akari_job_minutes_behind', 'Minutes since which a job that is due has not run.'],
  [
    'lookedAtSeconds',
    'akari_looked_timestamp_seconds',
    'Last look at journal, jobs, reconciliation and withdrawals.',
  ],
  [
    'reconciliationDifferences',
    'akari_reconciliation_differences',
    'Unexplained differences of ledger, exchange and bank, of today or the day before.',
  ],
  ['smsErrors', 'akari_sms_errors', 'Messages that the SMS service did not take since the start.'],
  [
    'timedApprovalsStopped',
    'akari_timed_approvals_stopped',
    'Payments that time approved and that a published check stands against.',
  ],
  ['withdrawalsDue', 'akari_withdrawals_due', 'Undecided withdrawals that time approves within two hours.'],
]

/** Figures that stand beside counters: read when they are asked for, from what the server knows anyway. */
export function figuresOf({
  context,
  modules,
  app,
  sockets,
  metrics,
  memory,
  archive,
  status,
  faults,
}: Deps): Figure[] {
  const { engine, db, config } = context
  const last = (of: (sample: Sample) => number | null) => () => {
    const sample = metrics.recent().at(-1)
    return sample === undefined ? null : of(sample)
  }
  const connections = promisify(app.server.getConnections.bind(app.server))
  return [
    {
      name: 'akari_info',
      help: 'The running version.',
      label: 'version',
      read: () => ({ [config.version]: HELD_TRUE }),
    },
    {
      name: 'akari_health',
      help: '1: the state that GET /api/health tells; all but ok is a 503.',
      label: 'status',
      read() {
        const now = healthOf(status(), faults())
        return oneHot(STATUSES, (name) => name === now)
      },
    },
    {
      name: 'akari_fault',
      help: '1: a fault that stands, as GET /api/health names it.',
      label: 'fault',
      read() {
        const now = faults()
        return oneHot(FAULTS, (name) => now.includes(name))
      },
    },
    ...WATCHED.map(([of, name, help]): Figure => ({
      name,
      help,
      read: () =>
        modules.reduce<number | null>((found, { watched }) => found ?? watched?.()[of] ?? null, null),
    })),
    {
      name: 'akari_backup_last_timestamp_seconds',
      help: 'When the last backup was finished; 0: none is known.',
      read: () => lastBackupAt(config.dataDir) / SECOND,
    },
    {
      name: 'akari_archive_waiting_files',
      help: 'Files of the database’s log that are full and not in ARCHIVE_DIR yet.',
      read: archive.waiting,
    },
    {
      name: 'akari_base_backup_last_timestamp_seconds',
      help: 'When the newest base backup in ARCHIVE_DIR began; 0: there is none.',
      read: () => seconds(archive.baseAt()),
    },
    {
      name: 'akari_engine',
      help: 'Commands, rejections, repeats and batches since the start; commands in flight and waiting; last record.',
      label: 'figure',
      read() {
        const { seq, commands, refused, replays, batches, inFlight, waiting } = engine.stats()
        return { seq, commands, refused, replays, batches, inFlight, waiting }
      },
    },
    { name: 'akari_http_connections', help: 'Open connections of HTTP and sockets.', read: connections },
    {
      name: 'akari_http_connections_max',
      help: 'Connections above which new ones end at once.',
      read: () => app.server.maxConnections,
    },
    {
      name: 'akari_database_connections',
      help: 'Connections of the pool that work and rest, and requests that wait for one.',
      label: 'state',
      read: () => ({
        busy: db.pool.totalCount - db.pool.idleCount,
        idle: db.pool.idleCount,
        waiting: db.pool.waitingCount,
      }),
    },
    {
      name: 'akari_database_connections_max',
      help: 'Most connections of the pool.',
      read: () => db.pool.options.max,
    },
    { name: 'akari_sockets', help: 'Open WebSockets.', read: () => sockets.size },
    {
      name: 'akari_memory_bytes',
      help: 'Memory of the process, what of it is heap, and the most that the heap may have.',
      label: 'of',
      read: () => ({
        rss: last((sample) => sample.rssBytes)(),
        heap: last((sample) => sample.heapBytes)(),
        limit: memory.heap().limit,
      }),
    },
    {
      name: 'akari_event_loop_late_seconds',
      help: '99 of 100 turns of the event loop were at most so late, in the last five seconds.',
      read: () => seconds(last((sample) => sample.loopLateMs)()),
    },
    {
      name: 'akari_database_answer_seconds',
      help: 'The time that the database took for one small row.',
      read: () => seconds(last((sample) => sample.databaseMs)()),
    },
    {
      name: 'akari_module_figure',
      help: 'Figures that modules measure of themselves, as GET /api/health has them.',
      label: 'figure',
      read: () =>
        Object.fromEntries(
          modules.flatMap(({ name, measures }) =>
            Object.entries(measures?.() ?? {}).map(([figure, value]) => [`${name}.${figure}`, value]),
          ),
        ),
    },
  ]
}

const seconds = (ms: number | null): number | null => (ms === null ? null : ms / SECOND)
