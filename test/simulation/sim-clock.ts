import type { Ms } from '#kernel/time.ts'
import type { Clock } from '#platform/clock.ts'

/**
 * The clocks of the server, turned by the simulation: the machine's may be set back, the demo clock jumps
 * forward, the monotonic one knows neither.
 */
export type SimClock = Clock & {
  /** Time passes. */
  pass(ms: Ms): void
  /** Somebody sets the machine's clock. */
  setMachine(by: Ms): void
  /** The process has ended: nobody listens any more, and the demo clock's offset is what was kept of it. */
  restart(offset: Ms): void
}

export function simClock(at: Ms): SimClock {
  let machine = at
  let monotonic = 0
  let offset = 0
  let listeners: ((from: Ms, to: Ms) => void)[] = []
  const wall = () => machine + offset
  return {
    wall,
    market: wall,
    machine: () => machine,
    monotonic: () => monotonic,
    isSure: () => true,
    isBehind: () => false,
    cameBack: false,
    confirmed: wall,
    confirmedMarket: wall,
    unconfirmed: () => null,
    bounds: () => ({ earliest: machine, latest: machine }),
    jumpTo(to) {
      const from = wall()
      if (to <= from) return false
      offset += to - from
      for (const listener of listeners) listener(from, to)
      return true
    },
    onJump: (listener) => void listeners.push(listener),
    pass(ms) {
      machine += ms
      monotonic += ms
    },
    setMachine: (by) => void (machine += by),
    restart(kept) {
      listeners = []
      offset = kept
    },
  }
}
