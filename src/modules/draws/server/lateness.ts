import type { Ms } from '#kernel/time.ts'
import type { AppContext } from '#modules/module.ts'

/**
 * The delay since a moment of the market's time, on the machine's clock. A moment that a jump of the demo
 * clock passed over is not late: nobody could have been in time. A replay's market runs faster than the
 * machine.
 */
export function latenessOf({ clock, config }: Pick<AppContext, 'clock' | 'config'>): (at: Ms) => Ms {
  const jumps: { from: Ms; to: Ms }[] = []
  clock.onJump((from, to) => void jumps.push({ from, to }))
  const speed = config.replay?.speed ?? 1
  return (at) =>
    jumps.some(({ from, to }) => from < at && at <= to) ? 0 : Math.max((clock.market() - at) / speed, 0)
}
