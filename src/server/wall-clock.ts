import { assert } from '#kernel/assert.ts'
import { no } from '#kernel/result.ts'
import { DAY, MINUTE, SECOND, type Ms } from '#kernel/time.ts'
import { CLOCK_WATCH, type TimeBefore } from '#platform/clock-watch.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/connect.ts'
import type { DueScan } from '#platform/due-scan.ts'
import { defineCommand, done, SYSTEM_CALLER } from '#platform/engine/command.ts'
import type { Engine } from '#platform/engine/engine.ts'
import { event } from '#platform/engine/event.ts'
import { lastRecord } from '#platform/engine/postgres-store.ts'
import { defineTable, type TableAccess, type TableReader } from '#platform/engine/table.ts'
import type { Effect } from '#modules/staff/server/public.ts'

/**
 * The times kept, ms. `wall`: how far the demo clock has moved the wall clock ahead of the machine's.
 * `seen`: the machine's time that the server last relied on, from 1970. `unconfirmed`: how far that was ahead
 * of confirmed time. `past`: how far behind the machine's time the demo setting began; 0: over.
 */
type WallClockRow = { id: string; offsetMs: Ms }

export const wallClock = defineTable<WallClockRow>()({
  name: 'wall_clock',
  columns: { id: 'text', offsetMs: 'int8' },
  key: 'id',
})

/**
 * A clock that had been ahead went back (decision 120). `record`: of the journal, the first that knows of it.
 * `at`: wall clock from there on.
 */
export type ClockReturn = { record: number; at: Ms; aheadMs: Ms }

export const clockReturns = defineTable<ClockReturn>()({
  name: 'clock_returns',
  columns: { record: 'int8', at: 'int8', aheadMs: 'int8' },
  key: 'record',
})

export const CLOCK_TABLES = [wallClock, clockReturns]

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    wallClock: WallClockRow
    clockReturns: ClockReturn
  }
}

type RowId = 'wall' | 'seen' | 'unconfirmed' | 'past'
const valueOf = (tables: TableReader, id: RowId): Ms | null => tables.of(wallClock).get(id)?.offsetMs ?? null
function keep(tables: TableAccess, id: RowId, offsetMs: Ms): void {
  const table = tables.of(wallClock)
  const row = table.get(id)
  if (row === undefined) table.insert({ id, offsetMs })
  else table.update(row, { offsetMs })
}
/**
 * One step forward at most; further needs several, so that a slip of the finger does not cost a century of
 * jobs.
 */
export const FURTHEST_DAYS = 400

/** The time before the first start that the demo setting lives through (decision 0138). */
export const DEMO_PAST: Ms = 95 * DAY

/** Said this often, so that a start knows how long the server was off though nothing else was recorded. */
const SEEN_EVERY: Ms = 5 * MINUTE
const LOOK_EVERY: Ms = SECOND

/**
 * Read before the engine starts: the journal's time follows the wall clock, and the clock goes on from what
 * was relied on last. A record far beyond that is of a time that was believed and put right since.
 */
export async function timeBefore(
  db: Database,
  demoPast: boolean,
): Promise<{ offset: Ms; before: TimeBefore | null; beginsInPast: boolean }> {
  const rows = await db.kysely.selectFrom('wallClock').selectAll().execute()
  const kept = (id: RowId): Ms | undefined => rows.find((row) => row.id === id)?.offsetMs
  const last = await lastRecord(db)
  const beginsInPast = demoPast && rows.length === 0 && (last === null || last.seq === 0)
  if (beginsInPast) return { offset: -DEMO_PAST, before: null, beginsInPast }
  const offset = kept('wall') ?? 0
  if (last === null) return { offset, before: null, beginsInPast }
  const recordedAt = last.ts
  const latest = recordedAt - offset
  const seen = kept('seen') ?? latest
  const at = latest <= seen + SEEN_EVERY + CLOCK_WATCH.freeGapMs ? Math.max(seen, latest) : seen
  const before = { at, unconfirmedMs: kept('unconfirmed') ?? 0, latest: Math.max(seen, latest) }
  return { offset, before, beginsInPast }
}

const unconfirmedMs = (clock: Clock): Ms => clock.unconfirmed()?.byMs ?? 0

/** The lead of the clock before it went back to `now`; null: it did not go back. */
function wasAheadBy(tables: TableReader, now: Ms): Ms | null {
  const byMs = (valueOf(tables, 'seen') ?? now) - now
  return byMs >= CLOCK_WATCH.backMs ? byMs : null
}

/** `back`: the clock had been ahead, and went back to this wall clock; records of before have none. */
type TimeSeen = { machine: Ms; unconfirmedMs: Ms; back?: { at: Ms; aheadMs: Ms } }

/** Keeps what the server has seen of time. In the journal, so that nobody changes it unseen. */
export const timeSeen = (clock: Clock) =>
  defineCommand({
    type: 'clock.seen',
    captureInputs(_world, _input: null, _call, tables): TimeSeen {
      const machine = clock.machine()
      const aheadMs = wasAheadBy(tables, machine)
      const seen = { machine, unconfirmedMs: unconfirmedMs(clock) }
      return aheadMs === null ? seen : { ...seen, back: { at: clock.wall(), aheadMs } }
    },
    run(tables, _input, { machine: seen, unconfirmedMs, back }, { seq: record }) {
      keep(tables, 'seen', seen)
      keep(tables, 'unconfirmed', unconfirmedMs)
      if (back !== undefined) tables.of(clockReturns).insert({ record, ...back })
      return done(null)
    },
  })

/**
 * The clock went back behind what this process has done: what is in memory is of times that have not come.
 * The next start goes on from what is stored, at the right time.
 */
export class ClockWentBack extends Error {
  override name = 'ClockWentBack'
}

/**
 * Says what has been seen of time: now and then, and at once where a step of it was believed. `wentBack`: it
 * is durable that the clock had been ahead.
 */
export function seenScan(
  clock: Clock,
  engine: () => Engine,
  command: ReturnType<typeof timeSeen>,
  wentBack: (why: ClockWentBack) => void,
): DueScan {
  const began = clock.machine()
  return {
    name: 'clock.seen',
    everyMs: LOOK_EVERY,
    look() {
      const { read } = engine()
      const [now, seen] = [clock.machine(), valueOf(read, 'seen') ?? began]
      const moved = unconfirmedMs(clock) - (valueOf(read, 'unconfirmed') ?? 0)
      const isSaid = now >= seen && now < seen + SEEN_EVERY && Math.abs(moved) < CLOCK_WATCH.freeGapMs
      if (isSaid) return null
      const aheadMs = wasAheadBy(read, now)
      return engine()
        .submit(command, null, SYSTEM_CALLER)
        .then(() => {
          if (aheadMs !== null)
            wentBack(new ClockWentBack(`the clock went back by ${Math.round(aheadMs / SECOND)} s`))
        })
    },
  }
}

/** From here on operators are asked to confirm the clock. */
export const isClockUnconfirmed = (clock: Clock): boolean => unconfirmedMs(clock) >= CLOCK_WATCH.startGapMs

/**
 * The lead of the journal over the clock, and the return that left it so (null: from before these were kept);
 * null: no lead (decision 120).
 */
export type RecordsAhead = { byMs: Ms; return: ClockReturn | null } | null
export function recordsAhead(engine: Engine, clock: Clock): RecordsAhead {
  const byMs = engine.stats().at - clock.wall()
  if (byMs < CLOCK_WATCH.backMs || !clock.isSure()) return null
  return { byMs, return: engine.read.of(clockReturns).all().at(-1) ?? null }
}

/** The part of the clock's lead that is confirmed. */
export const clockConfirmed = event('clock.confirmed', (byMs: Ms) => ({ byMs }))

/** The content that is signed: so much of the clock's lead is right, as it stood when this was asked. */
type Confirmation = { byMs: Ms }
export const CLOCK_SUBJECT = 'clock'

/**
 * Two people hold the server's time against another clock and confirm it. What is signed is how far it was
 * ahead: a step that comes after the first signature is not confirmed by the second.
 */
export const confirmEffect = (clock: Clock): Effect<Confirmation, { byMs: Ms }> => ({
  power: 'clock.confirm',
  takes: ['byMs'],
  memberOf: () => null,
  captureInputs: () => ({ byMs: unconfirmedMs(clock) }),
  refuse: (_tables, subject, { byMs }, now) =>
    subject === CLOCK_SUBJECT && Number.isSafeInteger(byMs) && byMs > 0 && byMs <= now.byMs + SECOND
      ? null
      : no('CLOCK_CONFIRMED'),
  carryOut(tables, { body: { byMs } }) {
    keep(tables, 'unconfirmed', Math.max(0, (valueOf(tables, 'unconfirmed') ?? 0) - byMs))
    return done({ byMs }, [clockConfirmed(byMs)])
  },
})

/**
 * Moves the wall clock of the demo forward; `machine`: one that was begun in the past comes to the machine's
 * time. In the journal, so that the next start goes on from there.
 */
export const setWallClock = (clock: Clock) =>
  defineCommand({
    type: 'clock.set',
    captureInputs: () => ({ machine: Math.floor(clock.machine()), wall: Math.floor(clock.wall()) }),
    run: (tables, { at: asked }: { at: Ms | 'machine' }, { machine, wall }) => {
      const at = asked === 'machine' ? machine : asked
      if (at <= wall) return no('CLOCK_BACKWARDS')
      if (at > wall + FURTHEST_DAYS * DAY) return no('CLOCK_TOO_FAR', { days: FURTHEST_DAYS })
      keep(tables, 'wall', at - machine)
      if (asked === 'machine') keep(tables, 'past', 0)
      return done({ at })
    },
  })

/** The first command of a demo setting that lives through a past: how far its clock is behind. */
export const beginInPast = (clock: Clock) =>
  defineCommand({
    type: 'clock.begin',
    captureInputs: () => ({ machine: Math.floor(clock.machine()), wall: Math.floor(clock.wall()) }),
    run(tables, _input: null, { machine, wall }) {
      assert(valueOf(tables, 'wall') === null, 'a clock that was set is not begun')
      keep(tables, 'wall', wall - machine)
      keep(tables, 'past', wall - machine)
      return done(null)
    },
  })

/** True while the demo setting lives through its past. */
export const isInPast = (tables: TableReader): boolean =>
  (valueOf(tables, 'past') ?? 0) < 0 && (valueOf(tables, 'wall') ?? 0) < 0
