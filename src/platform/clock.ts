import { performance } from 'node:perf_hooks'
import type { Ms } from '#kernel/time.ts'

/**
 * The times of the house. Wall clock: what people call now; the demo clock may move it forward. Market time: trade dates, interest,
 * expiry; equal to the wall clock except in replay, where `marketSource` gives it. Machine time never follows the demo clock:
 * session life, idempotency keys, rate limits.
 */
export type Clock = {
  wall(): Ms
  market(): Ms
  machine(): Ms
  /** Never goes back; for durations only. */
  monotonic(): Ms
  /** Moves the wall clock forward to `at`. Listeners hear from and to. Answers false when `at` is not later than now. */
  jumpTo(at: Ms): boolean
  onJump(listener: (from: Ms, to: Ms) => void): void
}

/** `marketSource` answers null where market time is the wall clock. `machine`: for tests that set the machine's clock. */
export function systemClock(options: { offset?: Ms; marketSource?: () => Ms | null; machine?: () => Ms } = {}): Clock {
  let offset = options.offset ?? 0
  const machine = options.machine ?? Date.now
  const listeners: ((from: Ms, to: Ms) => void)[] = []
  const wall = () => machine() + offset
  return {
    wall,
    market: () => options.marketSource?.() ?? wall(),
    machine,
    monotonic: () => performance.now(),
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
