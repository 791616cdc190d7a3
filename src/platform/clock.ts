import type { Ms } from '#kernel/time.ts'
import { MACHINE_CLOCKS, watchClock, type ClockWatch, type MachineClocks } from './clock-watch.ts'

/**
 * The times of the house. Wall clock: what people call now; the demo clock may move it forward. Market time: trade dates, interest,
 * expiry; equal to the wall clock except in replay, where `marketSource` gives it. Machine time never follows the demo clock:
 * session life, idempotency keys, rate limits. All three go on steadily where the machine's clock is set (`clock-watch.ts`).
 */
export type Clock = {
  wall(): Ms
  market(): Ms
  machine(): Ms
  /** Never goes back; for durations only. */
  monotonic(): Ms
  /** The machine's clock is not in doubt: what happens by time may happen. */
  isSure(): boolean
  /** Moves the wall clock forward to `at`. Listeners hear from and to. Answers false when `at` is not later than now. */
  jumpTo(at: Ms): boolean
  onJump(listener: (from: Ms, to: Ms) => void): void
}

export type SystemClock = Clock & { watch: ClockWatch }

/** `marketSource` answers null where market time is the wall clock. `clocks`: for tests that set the machine's. */
export function systemClock(options: { offset?: Ms; marketSource?: () => Ms | null; clocks?: Partial<MachineClocks> } = {}): SystemClock {
  const clocks = { ...MACHINE_CLOCKS, ...options.clocks }
  const watch = watchClock(clocks)
  let offset = options.offset ?? 0
  const listeners: ((from: Ms, to: Ms) => void)[] = []
  const wall = () => watch.now() + offset
  return {
    wall, watch,
    market: () => options.marketSource?.() ?? wall(),
    machine: watch.now,
    monotonic: clocks.monotonic,
    isSure: watch.isSure,
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
