import { monitorEventLoopDelay } from 'node:perf_hooks'
import { SECOND, type Ms } from '#kernel/time.ts'
import type { Clock } from './clock.ts'
import type { Engine } from './engine/engine.ts'
import type { Store } from './engine/store.ts'
import { every } from './every.ts'
import { guarded } from './guarded.ts'
import type { Unread } from './http/unanswered.ts'
import type { Log } from './log.ts'

/**
 * The state of the server over the last five seconds. Times in milliseconds, memory in bytes; null: nothing
 * to measure in that time.
 */
export type Sample = {
  at: Ms
  /** Last record of the journal. */
  seq: number
  commands: number
  refused: number
  batches: number
  /** Commands of one batch, on the mean. */
  batchSize: number | null
  /** Commands whose batch is not durable yet, and those that wait for a place. */
  inFlight: number
  waiting: number
  flushMedianMs: Ms | null
  flushWorstMs: Ms | null
  /** The time that the database took for one small row. */
  databaseMs: Ms | null
  /** 99 of 100 turns of the event loop were at most so late. */
  loopLateMs: Ms
  rssBytes: number
  heapBytes: number
  sockets: number
  /** Bytes of answers that nobody has read yet, and connections that were ended for it since the start. */
  unreadBytes: number
  unreadEnded: number
}

export type Metrics = {
  /** The same store, with each flush timed, and told to `hear`. */
  timed(store: Store, hear?: (flushed: Promise<void>) => void): Store
  /** Begins to sample; the way to stop. */
  start(deps: {
    engine: () => Engine
    ping: () => Promise<unknown>
    sockets: () => number
    unread: () => Unread
  }): () => void
  /** Oldest first, the last ten minutes. */
  recent(): readonly Sample[]
}

const SAMPLE_EVERY: Ms = 5 * SECOND
const KEPT = 120
const NANOSECONDS = 1_000_000

/** Measures of the running server, in memory alone: they are worth nothing after a restart. */
export function openMetrics(
  clock: Pick<Clock, 'machine' | 'monotonic'>,
  log: Log,
  onFlush: (ms: Ms) => void = () => {},
): Metrics {
  const samples: Sample[] = []
  let flushes: number[] = []
  return {
    timed: (store, hear = () => {}) => ({
      recover: (...args) => store.recover(...args),
      eachRow: (definition, onRow) => store.eachRow(definition, onRow),
      seal: (seal) => store.seal(seal),
      answer: (...args) => store.answer(...args),
      forgetAnswers: (before) => store.forgetAnswers(before),
      close: () => store.close(),
      flush(batch) {
        const since = clock.monotonic()
        const flushed = store.flush(batch)
        hear(flushed)
        flushed.then(
          () => {
            const ms = clock.monotonic() - since
            flushes.push(ms)
            onFlush(ms)
          },
          () => {},
        )
        return flushed
      },
    }),
    start({ engine, ping, sockets, unread }) {
      const loop = monitorEventLoopDelay({ resolution: 20 })
      loop.enable()
      let before = engine().stats()
      // Without a descriptor left the system does not even say how much memory there is: that sample is left
      // out.
      const sample = guarded(log, 'a sample of the metrics', async () => {
        const taken = flushes
        flushes = []
        const since = clock.monotonic()
        const databaseMs = await ping().then(
          () => clock.monotonic() - since,
          () => null,
        )
        const now = engine().stats()
        const sorted = taken.toSorted((a, b) => a - b)
        const [commands, batches] = [now.commands - before.commands, now.batches - before.batches]
        const memory = process.memoryUsage()
        samples.push({
          at: clock.machine(),
          seq: now.seq,
          commands,
          refused: now.refused - before.refused,
          batches,
          batchSize: batches === 0 ? null : commands / batches,
          inFlight: now.inFlight,
          waiting: now.waiting,
          flushMedianMs: sorted[sorted.length >> 1] ?? null,
          flushWorstMs: sorted.at(-1) ?? null,
          databaseMs,
          loopLateMs: loop.percentile(99) / NANOSECONDS,
          rssBytes: memory.rss,
          heapBytes: memory.heapUsed,
          sockets: sockets(),
          unreadBytes: unread().bytes,
          unreadEnded: unread().ended,
        })
        if (samples.length > KEPT) samples.shift()
        before = now
        loop.reset()
      })
      const stop = every(SAMPLE_EVERY, sample)
      sample()
      return () => {
        stop()
        loop.disable()
      }
    },
    recent: () => samples,
  }
}
