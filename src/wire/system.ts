import * as z from 'zod/mini'
import { DAY_HOURS, DateText, Instant, MsFigure } from './values.ts'
import { route } from './route.ts'

/** Routes of the server itself: is it there, what became of a command, the demo clock. */

/**
 * Faults of the server while it goes on. `witness-missing`, `witness-damaged`: the files of the
 * auditor's process are gone, or are not what it wrote, so that no head is signed; `heads-refused`: it
 * refuses what the context says; `storage-damaged`: rows of the database cannot be read;
 * `exchange-log-damaged`: what the exchange had written was not whole at the start,  and it went on without;
 * `venue-away`: the venue cannot be reached, and orders are held until it is back;
 * `clock-unconfirmed`: the clock is ahead of what the server has seen pass, and withdrawals wait for it;
 * `clock-behind`: the clock is behind that, so it is wrong, and the server goes on without it;
 * `records-ahead`: the clock had been ahead and was put right, and the journal stands at the time that it
 * had; `sms-missing`, `mail-missing`: outside the demo setting, and no service for them is set;
 * `firm-missing`: outside it, and no settings of the firm;
 * `identity-check-missing`: pictures prove nothing any more, and no reader of chips is there;
 * `messages-stuck`: messages to members or operators have waited for an hour, and their channel takes none;
 * `archive-failing`: nothing goes to the archive any more; `base-backup-old`: it has no base backup of the
 * last 26 hours;
 * `memory-short`: a collection leaves the heap nearly full, and all but cancels, withdrawals and operators is
 * refused.
 */
export const FAULTS = [
  'witness-missing',
  'witness-damaged',
  'heads-refused',
  'storage-damaged',
  'exchange-log-damaged',
  'venue-away',
  'clock-unconfirmed',
  'clock-behind',
  'records-ahead',
  'sms-missing',
  'mail-missing',
  'firm-missing',
  'identity-check-missing',
  'messages-stuck',
  'archive-failing',
  'base-backup-old',
  'memory-short',
] as const
export type FaultName = (typeof FAULTS)[number]

/** Acts of the demo setting's past (decision 0138), as whoever waits for its end is told. */
export const PAST_STEPS = ['moving', 'accounts', 'trading', 'sale', 'draw', 'ending'] as const
const DEMO_PAST = { day: z.int(), of: z.int(), step: z.enum(PAST_STEPS) }

/** The lead of the journal's time over the clock, and since when (null: from before this was kept). */
const RECORDS_AHEAD = { byMs: MsFigure, since: z.nullable(Instant) }

/** The states that health tells: all but `ok` is a 503. */
export const STATUSES = ['ok', 'starting', 'stopping', 'stalled', 'clock-unsure', 'impaired'] as const

export const HealthView = z.object({
  /**
   * All but `ok` is a 503. `stalled`: the database does not answer; `clock-unsure`: the machine's clock is in
   * doubt, orders wait, and nothing happens by time; `impaired`: the context goes on, and somebody must put
   * right what `faults` names.
   */
  status: z.enum(STATUSES),
  faults: z.array(z.enum(FAULTS)),
  /**
   * The step that is in doubt, ms (at a start: since the last record), and after how many ms the clock is
   * believed if it stays (null: not before whoever runs the server says the date); null: none.
   */
  clock: z.nullable(z.object({ stepMs: MsFigure, sureInMs: z.nullable(MsFigure) })),
  /** Of the fault `records-ahead`; null: it is not. */
  recordsAhead: z.nullable(z.object(RECORDS_AHEAD)),
  version: z.string(),
  versionCode: z.int(),
  /** Wall clock and market time; equal except in replay. */
  now: Instant,
  marketTime: Instant,
  market: z.enum(['sim', 'replay', 'fix']),
  schedule: z.enum(['tse', 'always-open']),
  /**
   * Hours of trading days that are published against the schedule's, in the order in which they were signed:
   * of a day that several name, the last holds.
   */
  hours: z.array(z.object({ from: DateText, until: z.nullable(DateText), ...DAY_HOURS })),
  demo: z.boolean(),
  /** Simulated operators decide, and the demo bank books, by themselves. */
  demoDesk: z.boolean(),
  /** Day of its past that the demo setting lives through, and what happens on it; null: in the present. */
  demoPast: z.nullable(z.object(DEMO_PAST)),
  /** By the venue's own word. */
  simulated: z.boolean(),
  /**
   * Things that the venue has: receipts of fills; days that are committed to before they begin; orders for an
   * auction alone; the sequence in which it took orders. What it has not is not shown.
   */
  venue: z.object({
    receipts: z.boolean(),
    sealedDays: z.boolean(),
    auctions: z.boolean(),
    priority: z.boolean(),
  }),
  /** Figures that modules measure of themselves, by module and figure. */
  measures: z.record(z.string(), z.record(z.string(), z.nullable(z.number()))),
  /** Replay: the date being replayed, and its speed. */
  replay: z.nullable(z.object({ date: z.string(), speed: z.number() })),
})
export type VenueHas = z.output<typeof HealthView>['venue']
export type DemoPast = NonNullable<z.output<typeof HealthView>['demoPast']>
export const health = route({
  name: 'health',
  method: 'GET',
  path: '/health',
  access: 'public',
  urgent: true,
  site: 'both',
  output: HealthView,
})

/** True as long as the process turns, whatever its database or clock does: whoever hears nothing ends it. */
export const live = route({
  name: 'live',
  method: 'GET',
  path: '/live',
  access: 'public',
  urgent: true,
  site: 'both',
  output: z.object({ live: z.literal(true) }),
})

const Measured = z.nullable(z.number())
/** The server over five seconds (`platform/metrics.ts`): counts of that time, milliseconds, bytes. */
export const MetricsSample = z.object({
  at: Instant,
  seq: z.int(),
  commands: z.int(),
  refused: z.int(),
  batches: z.int(),
  batchSize: Measured,
  inFlight: z.int(),
  waiting: z.int(),
  flushMedianMs: Measured,
  flushWorstMs: Measured,
  databaseMs: Measured,
  loopLateMs: z.number(),
  rssBytes: z.int(),
  heapBytes: z.int(),
  sockets: z.int(),
  unreadBytes: z.int(),
  unreadEnded: z.int(),
})
export type MetricsSample = z.output<typeof MetricsSample>
/**
 * The running server as its operators watch it. `samples`: oldest first, of the last ten minutes. `jobs`: up
 * to which market time each has run. `clock`: wall clock, what of it is confirmed, and how far the journal is
 * ahead of it.
 */
export const getVitals = route({
  name: 'getVitals',
  method: 'GET',
  path: '/console/health',
  access: 'operator',
  output: z.object({
    faults: z.array(z.enum(FAULTS)),
    clock: z.object({
      now: Instant,
      confirmed: Instant,
      unconfirmed: z.nullable(z.object({ byMs: z.int(), since: Instant })),
      /** `records`: those that were written at times that had not come. */
      recordsAhead: z.nullable(
        z.object({ ...RECORDS_AHEAD, records: z.nullable(z.object({ from: z.int(), to: z.int() })) }),
      ),
    }),
    samples: z.array(MetricsSample),
    jobs: z.array(z.object({ name: z.string(), ranFor: Instant })),
    measures: z.record(z.string(), z.record(z.string(), Measured)),
  }),
})

/**
 * The state of the write with this key. `answer` is the envelope that was, or would have been, sent;
 * `promise` its header, where the journal holds a record of it.
 */
export const op = route({
  name: 'op',
  method: 'GET',
  path: '/ops/{key}',
  access: 'member',
  apiKey: 'read',
  urgent: true,
  params: z.strictObject({ key: z.string().check(z.maxLength(64)) }),
  output: z.object({
    state: z.enum(['done', 'running', 'unknown']),
    answer: z.optional(z.object({ code: z.int(), msg: z.string(), data: z.unknown() })),
    promise: z.optional(z.string()),
  }),
})

/** The OpenAPI document of the routes that keys of the firm may ask for: for those and for operators. */
export const getBackOfficeApi = route({
  name: 'getBackOfficeApi',
  method: 'GET',
  path: '/console/back-office/openapi',
  access: 'operator',
  roles: ['administrator', 'auditor', 'treasurer'],
  operatorKey: 'any',
  output: z.object({ document: z.record(z.string(), z.unknown()) }),
})

/**
 * The demo clock. `dueAt`: the market time at which the oldest work was due that is still to be done, in the
 * order of its times; null: all is done.
 */
const DemoClock = z.object({ now: Instant, marketTime: Instant, dueAt: z.nullable(Instant) })

/**
 * Moves the demo clock forward. It answers when everything that fell due on the way is done, or after 50 s
 * with what is still under way: `GET /dev/clock` waits for the rest.
 */
export const setClock = route({
  name: 'setClock',
  method: 'POST',
  path: '/dev/clock',
  access: 'public',
  site: 'both',
  demoOnly: true,
  input: z.strictObject({ at: z.iso.datetime({ offset: true }) }),
  output: DemoClock,
  rejections: ['CLOCK_BACKWARDS', 'CLOCK_TOO_FAR'],
})

/** The demo clock, when everything that fell due is done, or after 50 s with what is still under way. */
export const getClock = route({
  name: 'getClock',
  method: 'GET',
  path: '/dev/clock',
  access: 'public',
  site: 'both',
  demoOnly: true,
  output: DemoClock,
})
