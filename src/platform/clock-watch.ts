import { uptime } from 'node:os'
import { DAY, dateJst, HOUR, MINUTE, SECOND, type DateJst, type Ms } from '#kernel/time.ts'
import { every } from './every.ts'

/** The clocks of one machine. */
export type MachineClocks = {
  /** Time of day, ms since 1970. A person or a time service can set it. */
  machine(): Ms
  /**
   * Nobody can set it, and every thread of the process reads the same. It may stand while the machine sleeps.
   */
  monotonic(): Ms
  /**
   * Time since the machine was switched on, sleep included; nobody can set it. null: this system has none of
   * its own.
   */
  uptime(): Ms | null
}

// On macOS the monotonic clock counts sleep itself, and the uptime follows the time of day.
const countsSleep = process.platform === 'linux' || process.platform === 'win32'
const NANOSECONDS = 1e6
const monotonic = (): Ms => Number(process.hrtime.bigint()) / NANOSECONDS
/**
 * Longest time for which a sleep goes unseen. Every command asks for the uptime, and Linux opens a file to
 * tell it.
 */
const UPTIME_LOOK: Ms = SECOND / 50
let [awake, lookedAt]: [Ms, Ms] = [0, -Infinity]
function uptimeNow(): Ms {
  const at = monotonic()
  if (at - lookedAt >= UPTIME_LOOK) [awake, lookedAt] = [uptime() * SECOND - at, at]
  return at + awake
}
export const MACHINE_CLOCKS: MachineClocks = {
  machine: Date.now,
  monotonic,
  uptime: () => (countsSleep ? uptimeNow() : null),
}

/**
 * Published with the state `clock-unsure` (decision 93). From `stopMs` on a step is not believed before the
 * clock has stayed at its new place: `steadyMs`, or `farSteadyMs` where it went ahead by `farMs` or more,
 * because only a clock that runs ahead decides anything too early. `startGapMs`: a start so long after the
 * last record holds on to that record's time. `freeGapMs`: a stop shorter than this counts as time that the
 * server has seen (decision 112). `attestMs`: a clock that is ahead by so much is believed only where the
 * setting CLOCK_DATE says the same date: a market that has run years ahead has no way back. `backMs`: so is
 * one that is so far behind confirmed time, which cannot be right; one that goes back as far and is not, was
 * wrong before (decision 120).
 */
export const CLOCK_WATCH = {
  warnMs: 500,
  stopMs: 2 * SECOND,
  steadyMs: 30 * SECOND,
  farMs: MINUTE,
  farSteadyMs: 10 * MINUTE,
  startGapMs: HOUR,
  freeGapMs: MINUTE,
  attestMs: 31 * DAY,
  backMs: 30 * MINUTE,
}
const LOOK: Ms = SECOND

type Log = { warn(fields: object, message: string): void }

export type ClockWatch = {
  /**
   * Time of day as it can be relied on: the machine's, and after a step the last time that was believed,
   * carried on by the monotonic clock.
   */
  now(): Ms
  /** No step stands in doubt: what happens by time may happen. */
  isSure(): boolean
  /**
   * The step in doubt, ms (at a start: since the last record), and in how many ms the clock is believed if it
   * stays (null: not without CLOCK_DATE); null: none.
   */
  doubt(): { stepMs: Ms; sureInMs: Ms | null } | null
  /**
   * This start goes by a time before the last record's: the clock had been ahead. What is stored of times
   * that have not come is not gone on from (decision 120).
   */
  readonly cameBack: boolean
  /** The machine's clock is behind what the server itself has seen pass: it is wrong. */
  isBehind(): boolean
  /**
   * The lead of the time relied on over what the server has seen pass or two people have confirmed, and since
   * which time; null: nothing that counts (decision 112).
   */
  unconfirmed(): { byMs: Ms; since: Ms } | null
  /** Two people have confirmed so much of it. */
  confirm(byMs: Ms): void
  /** The latest time that anybody may have been told, now or before. */
  latest(): Ms
  /** The time that other threads go by (`believedIn`). */
  shared: SharedArrayBuffer
  look(log: Log): void
  /** The server stands: from here on it looks, and what a start waits for is counted. */
  start(log: Log): () => void
}

/** Time of day as another thread's watch relies on it. */
export function believedIn(
  shared: SharedArrayBuffer,
  clocks: Pick<MachineClocks, 'machine' | 'monotonic'> = MACHINE_CLOCKS,
): () => Ms {
  const apart = new BigInt64Array(shared)
  return () => timeBy(Number(Atomics.load(apart, 0)), clocks)
}

/** The machine's, unless it is a step away from what is believed, which goes on by the monotonic clock. */
function timeBy(believed: Ms, { machine, monotonic }: Pick<MachineClocks, 'machine' | 'monotonic'>): Ms {
  const [said, held] = [machine(), believed + monotonic()]
  return Math.floor(Math.abs(said - held) >= CLOCK_WATCH.stopMs ? held : said)
}

/**
 * The facts known of the time before a start, by the machine's clock. `at`: the last that the server relied
 * on. `unconfirmedMs`: how far it was ahead of the confirmed time then. `latest`: of all that its records
 * say.
 */
export type TimeBefore = { at: Ms; unconfirmedMs: Ms; latest: Ms }

/**
 * Holdover: nobody can say which of two times is right when a clock is set, so time goes on from the last one
 * that was believed, and nothing happens by time until the clock has stayed where it is (decision 93). A
 * machine that slept is known by its uptime, which counts the sleep: its clock is believed at once. `before`:
 * what a start that is far from it holds on to; null: there is no record yet.
 *
 * Confirmed time goes on with the uptime alone: neither a stop of the server nor a step of the clock moves
 * it, so no effect that lets money leave comes too early, however wrong the clock is (decision 112).
 * `attested`: the date that whoever starts the server says it is.
 */
export function watchClock(
  clocks: MachineClocks = MACHINE_CLOCKS,
  before: TimeBefore | null = null,
  attested: DateJst | null = null,
): ClockWatch {
  const shared = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT)
  const apart = () => clocks.machine() - clocks.monotonic()
  const passed = () => clocks.uptime() ?? clocks.monotonic()
  const asleep = () => (clocks.uptime() ?? 0) - (clocks.uptime() === null ? 0 : clocks.monotonic())
  let believed: Ms
  let slept: Ms
  let place: Ms
  let since: Ms
  let isStartInDoubt = false
  /** Confirmed time, apart from what has passed. */
  let confirmed: Ms
  let unconfirmedSince: Ms
  let latest: Ms

  const step = () => apart() - believed
  const isFar = () => Math.abs(step()) >= CLOCK_WATCH.stopMs
  const isSure = () => !isStartInDoubt && !isFar()
  const isAttested = () => attested === dateJst(clocks.machine())
  const isBehind = () => clocks.machine() <= confirmed + passed() - CLOCK_WATCH.backMs
  /** null: it is not believed, however long it stays. */
  const staysFor = () => {
    if ((step() >= CLOCK_WATCH.attestMs || isBehind()) && !isAttested()) return null
    return step() >= CLOCK_WATCH.farMs && !isStartInDoubt ? CLOCK_WATCH.farSteadyMs : CLOCK_WATCH.steadyMs
  }
  const sureInMs = () => {
    const forMs = staysFor()
    return forMs === null ? null : Math.max(0, Math.ceil(since + forMs - clocks.monotonic()))
  }
  const mayFollowARecord = () => step() > -CLOCK_WATCH.stopMs && step() < CLOCK_WATCH.startGapMs
  function holdTo(to: Ms): void {
    believed = to
    Atomics.store(new BigInt64Array(shared), 0, BigInt(Math.round(to)))
  }
  function believe(now: Ms): void {
    const [was, is] = [believed + clocks.monotonic(), now + clocks.monotonic()]
    if (is - was >= CLOCK_WATCH.freeGapMs) unconfirmedSince = was
    confirmed = Math.min(confirmed, is - passed())
    latest = Math.max(latest, is)
    holdTo((place = now))
    slept = asleep()
    since = clocks.monotonic()
    isStartInDoubt = false
  }
  function look(log: Log): void {
    const now = apart()
    const sleep = asleep() - slept
    if (isStartInDoubt && mayFollowARecord()) return believe(now)
    if (
      sleep >= CLOCK_WATCH.warnMs &&
      Math.abs(now - believed - sleep) < CLOCK_WATCH.stopMs &&
      !isStartInDoubt
    ) {
      log.warn({ forMs: Math.round(sleep) }, 'this machine has slept')
      return believe(now)
    }
    if (Math.abs(now - place) >= CLOCK_WATCH.warnMs) {
      log.warn({ byMs: Math.round(now - place) }, 'the clock of this machine was set')
      place = now
      since = clocks.monotonic()
    } else if (sureInMs() === 0) believe(now)
  }

  const now = () => timeBy(believed, clocks)
  const began = clocks.machine()
  believed = place = apart()
  confirmed = began - passed()
  latest = unconfirmedSince = began
  if (before !== null) {
    const gap = began - before.at
    confirmed += before.at - began - before.unconfirmedMs
    if (gap >= 0 && gap < CLOCK_WATCH.freeGapMs) confirmed += gap
    latest = before.latest
    unconfirmedSince = before.at
    holdTo(before.at - clocks.monotonic())
    isStartInDoubt = !mayFollowARecord()
  }
  const cameBack = before !== null && !isStartInDoubt && before.latest - began >= CLOCK_WATCH.backMs
  since = clocks.monotonic()
  slept = asleep()
  if (!isStartInDoubt) believe(apart())
  return {
    now,
    isSure,
    shared,
    cameBack,
    isBehind,
    doubt: () => (isSure() ? null : { stepMs: Math.round(isFar() ? step() : 0), sureInMs: sureInMs() }),
    unconfirmed() {
      const byMs = now() - Math.floor(confirmed + passed())
      return byMs < CLOCK_WATCH.stopMs ? null : { byMs, since: Math.min(unconfirmedSince, now()) }
    },
    confirm: (byMs) => void (confirmed += byMs),
    latest: () => Math.max(latest, now(), clocks.machine()),
    look,
    start(log) {
      if (isStartInDoubt) since = clocks.monotonic()
      if (staysFor() === null)
        log.warn(
          { aheadMs: Math.round(step()), machineDate: dateJst(clocks.machine()) },
          isBehind()
            ? 'the clock of this machine is behind the time that this server has seen pass: set it right, or start with CLOCK_DATE, the date of today in Japan'
            : 'the clock of this machine is far ahead of the last record: set it right, or start with CLOCK_DATE, the date of today in Japan',
        )
      return every(LOOK, () => look(log))
    },
  }
}
