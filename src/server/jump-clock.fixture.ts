import { DAY, type Ms } from '#kernel/time.ts'
import type { TestApp } from './test-app.ts'

/**
 * A jump is answered when all that fell due in between is done, and a connection on which nothing happens for
 * a minute ends: the work of so many days takes less, also on a machine with much else to do.
 */
const STEP: Ms = 20 * DAY

/** Moves the demo clock to `at`, over months or years in several jumps. */
export async function jumpClock({ call, context: { clock } }: TestApp, at: Ms): Promise<void> {
  for (let isThere = false; !isThere;) {
    const to = Math.min(at, clock.wall() + STEP)
    const { code, msg } = await call('POST', '/api/dev/clock', { body: { at: new Date(to).toISOString() } })
    if (code !== 1) throw new Error(msg)
    isThere = to === at
  }
}
