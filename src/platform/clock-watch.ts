import { uptime } from 'node:os'
import { HOUR, MINUTE, SECOND, type Ms } from '#kernel/time.ts'
import { every } from './every.ts'

/** The clocks of one machine. */
export type MachineClocks = {
  /** Time of day, ms since 1970. A person or a time service can set it. */
  machine(): Ms
  /** Nobody can set it. It may stand while the machine sleeps. */
  monotonic(): Ms
  /** Since the machine was switched on, sleep included; nobody can set it. null: this system has none of its own. */
  uptime(): Ms | null
}

// On macOS the monotonic clock counts sleep itself, and the uptime follows the time of day.
const countsSleep = process.platform === 'linux' || process.platform === 'win32'
export const MACHINE_CLOCKS: MachineClocks = {
  machine: Date.now, monotonic: () => performance.now(), uptime: () => (countsSleep ? uptime() * SECOND : null),
}

/**
 * Published with the state `clock-unsure` (decision 93). From `stopMs` on a step is not believed before the clock has stayed at its new place:
 * `steadyMs`, or `farSteadyMs` where it went ahead by `farMs` or more, because only a clock that runs ahead decides anything too early.
 * `startGapMs`: a start so long after the last record waits too.
 */
export const CLOCK_WATCH = { warnMs: 500, stopMs: 2 * SECOND, steadyMs: 30 * SECOND, farMs: MINUTE, farSteadyMs: 10 * MINUTE, startGapMs: HOUR }
const LOOK: Ms = SECOND

type Log = { warn(fields: object, message: string): void }

export type ClockWatch = {
  /** Time of day as it can be relied on: the machine's, and after a step the last time that was believed, carried on by the monotonic clock. */
  now(): Ms
  /** No step stands in doubt: what happens by time may happen. */
  isSure(): boolean
  /** The step in doubt, ms (0: a start after a long rest), and in how many ms the clock is believed if it stays; null: none. */
  doubt(): { stepMs: Ms; sureInMs: Ms } | null
  /** At a start: how far the clock is ahead of the last durable record. */
  startedAfter(gap: Ms): void
  look(log: Log): void
  start(log: Log): () => void
}

/**
 * Holdover: nobody can say which of two times is right when a clock is set, so time goes on from the last one that was believed, and nothing happens by time
 * until the clock has stayed where it is (decision 93). A machine that slept is known by its uptime, which counts the sleep: its clock is believed at once.
 */
export function watchClock(clocks: MachineClocks = MACHINE_CLOCKS): ClockWatch {
  const apart = () => clocks.machine() - clocks.monotonic()
  const asleep = () => (clocks.uptime() ?? 0) - (clocks.uptime() === null ? 0 : clocks.monotonic())
  let believed = apart()
  let slept = asleep()
  let place = believed
  let since = clocks.monotonic()
  let isStartInDoubt = false

  const step = () => apart() - believed
  const isFar = () => Math.abs(step()) >= CLOCK_WATCH.stopMs
  const staysFor = () => (step() >= CLOCK_WATCH.farMs ? CLOCK_WATCH.farSteadyMs : CLOCK_WATCH.steadyMs)
  const isSure = () => !isStartInDoubt && !isFar()
  function believe(now: Ms): void {
    believed = place = now
    slept = asleep()
    since = clocks.monotonic()
    isStartInDoubt = false
  }
  function look(log: Log): void {
    const now = apart()
    const sleep = asleep() - slept
    if (sleep >= CLOCK_WATCH.warnMs && Math.abs(now - believed - sleep) < CLOCK_WATCH.stopMs && !isStartInDoubt) {
      log.warn({ forMs: Math.round(sleep) }, 'this machine has slept')
      return believe(now)
    }
    if (Math.abs(now - place) >= CLOCK_WATCH.warnMs) {
      log.warn({ byMs: Math.round(now - place) }, 'the clock of this machine was set')
      place = now
      since = clocks.monotonic()
      // A start has no time of its own to hold on to.
      if (isStartInDoubt) believed = now
    } else if (clocks.monotonic() - since >= staysFor()) believe(now)
  }
  return {
    now: () => Math.floor(isFar() ? believed + clocks.monotonic() : clocks.machine()),
    isSure,
    doubt: () => (isSure() ? null : { stepMs: Math.round(isFar() ? step() : 0), sureInMs: Math.max(0, Math.ceil(since + staysFor() - clocks.monotonic())) }),
    startedAfter(gap) {
      isStartInDoubt = gap >= CLOCK_WATCH.startGapMs || gap <= -CLOCK_WATCH.stopMs
      since = clocks.monotonic()
    },
    look,
    start: (log) => every(LOOK, () => look(log)),
  }
}
