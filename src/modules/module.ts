import type { Bus } from '#platform/bus/bus.ts'
import type { Clock } from '#platform/clock.ts'
import type { Engine } from '#platform/engine/engine.ts'
import type { Coded } from '#platform/database/row-mac.ts'
import type { StoredCheck } from '#platform/engine/check-stored.ts'
import type { AnyDefinition } from '#platform/engine/table.ts'
import type { Database } from '#platform/database/connect.ts'
import type { Config } from '#platform/config.ts'
import type { RouteExamples } from '#platform/http/examples.ts'
import type { RouteHandler } from '#platform/http/route-handler.ts'
import type { SecretFile } from '#platform/http/secret-files.ts'
import type { DueScan } from '#platform/due-scan.ts'
import type { Job } from '#platform/jobs.ts'
import type { Log } from '#platform/log.ts'
import type { Outbox } from '#platform/outbox/outbox.ts'
import type { EncryptedImages } from '#platform/encryption.ts'
import type { TopicSource } from '#platform/socket/topics.ts'
import type { Tracing } from '#platform/tracing.ts'
import type { UploadHandler } from '#platform/uploads.ts'
import type { Calendar } from '#modules/instruments/model/calendar.ts'
import type { Schedule } from '#modules/instruments/model/schedule.ts'
import type { Ms } from '#kernel/time.ts'
import type { FaultName } from '#wire/system.ts'
import type { Command, Guard, Reaction } from '#platform/engine/command.ts'
import type { Listener } from '#platform/engine/event.ts'
import type { ModuleName } from './dependencies.ts'

export { NotFound, SessionOver, TooMany, Unavailable, on } from '#platform/http/route-handler.ts'
export type { Caller, RouteHandler, Request } from '#platform/http/route-handler.ts'
export type { RouteExamples } from '#platform/http/examples.ts'
export type { UploadHandler } from '#platform/uploads.ts'
export type { DueScan } from '#platform/due-scan.ts'
export type { Job } from '#platform/jobs.ts'
export type { TopicSource } from '#platform/socket/topics.ts'

export type { Listener } from '#platform/engine/event.ts'

/** A figure that is left out or null is not known yet. */
export type Watched = Readonly<
  Partial<
    Record<
      | 'headsRefused'
      | 'journalBroken'
      | 'jobMinutesBehind'
      | 'lookedAtSeconds'
      | 'reconciliationDifferences'
      | 'smsErrors'
      | 'timedApprovalsStopped'
      | 'withdrawalsDue',
      number | null
    >
  >
>

/**
 * All that the server needs to know about a module. `start` runs after recovery, in the order of the plan;
 * `opened` once requests are answered, for what can wait.
 */
export type Module = {
  name: ModuleName
  routes?: readonly RouteHandler[]
  /** Requests with their answers, for the API's documentation: one of each route that is open to keys. */
  examples?: RouteExamples
  tables?: readonly AnyDefinition[]
  /** Rows beside them that the journal knows something of, for `npm run verify` and the start. */
  stored?: readonly StoredCheck[]
  /** Codes of rows beside the journal: checked wherever one is believed, and by `npm run verify`. */
  macs?: readonly Coded[]
  commands?: readonly Command[]
  /** Callers whom the module shuts out of every command. */
  guard?: Guard
  /** Rows of its own that follow from events of every command. */
  react?: Reaction
  listeners?: readonly Listener[]
  topics?: readonly TopicSource[]
  /** Pictures that it takes at `/upload`. */
  uploads?: readonly UploadHandler[]
  /** Files that programs read at addresses that end in a secret. */
  secretFiles?: readonly SecretFile[]
  /** The effects that happen by time, each in docs/effects-by-time.md. */
  jobs?: readonly Job[]
  scans?: readonly DueScan[]
  /** Figures about itself that its operators watch, by name; null where there is nothing to measure yet. */
  measures?: () => Readonly<Record<string, number | null>>
  /** Figures that wake somebody (`docs/runbooks.md`): for the metrics alone, never for `GET /api/health`. */
  watched?: () => Watched
  /** Their name at `GET /api/health`, where that is older than the module's. */
  measuresAs?: string
  /** The faults of the module while the server goes on, by name. */
  faults?: () => readonly FaultName[]
  start?: () => Promise<void>
  opened?: () => void
  stop?: () => Promise<void>
}

/** The context that every module is given. `engine` may be used once the server has started. */
export type AppContext = {
  config: Config
  clock: Clock
  /** The market's trading days. */
  calendar: Calendar
  /**
   * Tokyo's business days by the wall clock, whatever the market's schedule: the bank's, and those on which
   * people answer.
   */
  businessDays: Calendar
  schedule: Schedule
  db: Database
  /** Pictures at rest, each encrypted. */
  images: EncryptedImages
  engine: Engine
  /** All jobs that were due before this market time have run. */
  doneBefore: () => Ms
  bus: Bus
  /** Messages that leave the server, each at least once. */
  outbox: Outbox
  log: Log
  /** Spans of requests and of what follows from them; null: nobody collects any. */
  tracing: Tracing | null
  /** 16 fresh random bytes and ids of the injected source. */
  ids: { uuid(): string; bytes(n: number): Uint8Array }
  text: (lang: string, key: string, args?: Readonly<Record<string, number | string>>) => string
}
