import { SECOND, type Ms } from '#kernel/time.ts'
import type { Clock } from './clock.ts'
import { every } from './every.ts'

/** security-and-trust 6: the machine's clock against one that nobody can set. `steadyMs`: after so long at its new place a clock is believed again. */
export const CLOCK_WATCH = { warnMs: 500, stopMs: 2 * SECOND, steadyMs: 30 * SECOND }
const LOOK: Ms = SECOND

export type ClockWatch = {
  /** The machine's clock was set by so much that no order may be timed by it. `journalAt`: time of the last record, which may not lie in the future. */
  unsure(journalAt: Ms): boolean
  look(): void
  start(): () => void
}

/**
 * Nobody can say which of two times is right when the machine's clock jumps: orders wait until it is back, or has stayed where it is for half a minute
 * (decision 72). A clock behind the journal stays unsure until it has caught up, over a restart too.
 */
export function watchClock(clock: Pick<Clock, 'wall' | 'machine' | 'monotonic'>, log: { warn(fields: object, message: string): void }): ClockWatch {
  const apart = () => clock.machine() - clock.monotonic()
  let believed = apart()
  let place = believed
  let since = clock.monotonic()
  const watch: ClockWatch = {
    unsure: (journalAt) => Math.abs(apart() - believed) >= CLOCK_WATCH.stopMs || journalAt - clock.wall() >= CLOCK_WATCH.stopMs,
    look() {
      const now = apart()
      if (Math.abs(now - place) >= CLOCK_WATCH.warnMs) {
        log.warn({ byMs: Math.round(now - place) }, 'the clock of this machine was set')
        place = now
        since = clock.monotonic()
      } else if (clock.monotonic() - since >= CLOCK_WATCH.steadyMs) {
        believed = place = now
        since = clock.monotonic()
      }
    },
    start: () => every(LOOK, () => watch.look()),
  }
  return watch
}
