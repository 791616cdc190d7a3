import type { Ms } from '#kernel/time.ts'
import { believedIn, MACHINE_CLOCKS, watchClock, type ClockWatch, type MachineClocks } from './clock-watch.ts'

/**
 * The times of the server. Wall clock: what people call now; the demo clock may move it forward. Market time:
 * trade dates, interest, expiry; equal to the wall clock except in replay, where `marketSource` gives it.
 * Machine time never follows the demo clock: session life, idempotency keys, rate limits. All three go on
 * steadily where the machine's clock is set (`clock-watch.ts`).
 */
export type Clock = {
  wall(): Ms
  market(): Ms
  machine(): Ms
  /** Never goes back; for durations only. */
  monotonic(): Ms
  /** The machine's clock is not in doubt: what happens by time may happen. */
  isSure(): boolean
  /**
   * Moves the wall clock forward to `at`. Listeners hear from and to. Answers false when `at` is not later
   * than now.
   */
  jumpTo(at: Ms): boolean
  onJump(listener: (from: Ms, to: Ms) => void): void
}

/** `watch`: over the machine's clock. `shared`: what a thread follows this clock by. */
export type SystemClock = Clock & { watch: ClockWatch; shared: SharedArrayBuffer }
export type FollowingClock = Omit<Clock, 'isSure'>

type Times = { offset?: Ms; marketSource?: () => Ms | null; clocks?: Partial<MachineClocks> }

/**
 * `marketSource` answers null where market time is the wall clock. `clocks`: for tests that set the
 * machine's. `lastAt`: wall clock of the last durable record; null: there is none.
 */
export function systemClock({ lastAt = null, ...options }: Times & { lastAt?: Ms | null } = {}): SystemClock {
  const clocks = { ...MACHINE_CLOCKS, ...options.clocks }
  const watch = watchClock(clocks, lastAt === null ? null : lastAt - (options.offset ?? 0))
  return {
    ...timesOf(watch.now, clocks.monotonic, options),
    watch,
    shared: watch.shared,
    isSure: watch.isSure,
  }
}

/**
 * The clock of the server in another of its threads: what is not believed there is not believed here. Jumps
 * of the demo clock are told to each.
 */
export function followingClock(shared: SharedArrayBuffer, options: Times = {}): FollowingClock {
  const clocks = { ...MACHINE_CLOCKS, ...options.clocks }
  return timesOf(believedIn(shared, clocks), clocks.monotonic, options)
}

function timesOf(
  machine: () => Ms,
  monotonic: () => Ms,
  { offset: offsetAtFirst = 0, marketSource }: Times,
): FollowingClock {
  let offset = offsetAtFirst
  const listeners: ((from: Ms, to: Ms) => void)[] = []
  const wall = () => machine() + offset
  return {
    wall,
    machine,
    monotonic,
    market: () => marketSource?.() ?? wall(),
    jumpTo(at) {
      const from = wall()
      if (at <= from) return false
      offset += at - from
      for (const listener of listeners) listener(from, at)
      return true
    },
    onJump: (listener) => void listeners.push(listener),
  }
}
