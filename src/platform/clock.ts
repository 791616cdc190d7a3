import type { DateJst, Ms } from '#kernel/time.ts'
import {
  believedIn,
  MACHINE_CLOCKS,
  watchClock,
  type ClockWatch,
  type MachineClocks,
  type TimeBefore,
} from './clock-watch.ts'

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
  /** The machine's clock is behind what the server itself has seen pass, and is not gone by. */
  isBehind(): boolean
  /** This start goes by a time before the last record's (`ClockWatch.cameBack`). */
  readonly cameBack: boolean
  /**
   * Wall clock as far as the server has seen it pass itself, or two people have confirmed it: what lets money
   * leave because a time has come goes by this one. Never ahead of `wall` (decision 112).
   */
  confirmed(): Ms
  /** The same of market time, which nobody sets in a replay. */
  confirmedMarket(): Ms
  /** The lead of the wall clock over that, and its beginning; null: it has none. */
  unconfirmed(): { byMs: Ms; since: Ms } | null
  /** The earliest goes by confirmed time, the latest is the last that anybody may have been told. */
  bounds(): TimeBounds
  /**
   * Moves the wall clock forward to `at`. Listeners hear from and to. Answers false when `at` is not later
   * than now.
   */
  jumpTo(at: Ms): boolean
  onJump(listener: (from: Ms, to: Ms) => void): void
}

/**
 * The moment at which something ends by the machine's time, as people's clocks will show it: the demo clock
 * may have gone ahead of the machine, and all that is told goes by one clock.
 */
export const onWall = ({ wall, machine }: Pick<Clock, 'wall' | 'machine'>, at: Ms): Ms =>
  at + wall() - machine()

/** Machine's times between which the true one lies. */
export type TimeBounds = { earliest: Ms; latest: Ms }

/** `watch`: over the machine's clock. `shared`: what a thread follows this clock by. */
export type SystemClock = Clock & {
  watch: ClockWatch
  shared: SharedArrayBuffer
  /** Brings a wall clock that was begun in the past to the machine's time. Listeners hear it as a jump. */
  catchUp(): void
}
export type FollowingClock = Omit<
  Clock,
  'isSure' | 'isBehind' | 'cameBack' | 'confirmed' | 'confirmedMarket' | 'unconfirmed' | 'bounds'
>

type Times = { offset?: Ms; marketSource?: () => Ms | null; clocks?: Partial<MachineClocks> }

/**
 * `marketSource` answers null where market time is the wall clock. `clocks`: for tests that set the
 * machine's. `before`: what is known of the time before this start; null: there was none. `attested`: the
 * date that the setting CLOCK_DATE says.
 */
export function systemClock({
  before = null,
  attested = null,
  ...options
}: Times & { before?: TimeBefore | null; attested?: DateJst | null } = {}): SystemClock {
  const clocks = { ...MACHINE_CLOCKS, ...options.clocks }
  const watch = watchClock(clocks, before, attested)
  const times = timesOf(watch.now, clocks.monotonic, options)
  const unconfirmedMs = () => watch.unconfirmed()?.byMs ?? 0
  return {
    ...times,
    watch,
    shared: watch.shared,
    isSure: watch.isSure,
    isBehind: watch.isBehind,
    cameBack: watch.cameBack,
    confirmed: () => times.wall() - unconfirmedMs(),
    confirmedMarket: () => options.marketSource?.() ?? times.wall() - unconfirmedMs(),
    unconfirmed() {
      const found = watch.unconfirmed()
      return found && { ...found, since: found.since + times.wall() - times.machine() }
    },
    bounds: () => ({ earliest: times.machine() - unconfirmedMs(), latest: watch.latest() }),
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
): FollowingClock & Pick<SystemClock, 'catchUp'> {
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
    catchUp() {
      if (offset >= 0) return
      const from = wall()
      offset = 0
      for (const listener of listeners) listener(from, wall())
    },
    onJump: (listener) => void listeners.push(listener),
  }
}
