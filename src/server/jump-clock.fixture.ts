import { DAY, type Ms } from '#kernel/time.ts'
import type { TestApp } from './test-app.ts'

/** The demo clock takes more days at once; so many are one stop of the market. */
const STEP: Ms = 20 * DAY

/** Moves the demo clock to `at`, over months or years in several jumps, and waits for their work. */
export async function jumpClock({ call, context: { clock } }: TestApp, at: Ms): Promise<void> {
  for (let isThere = false; !isThere;) {
    const to = Math.min(at, clock.wall() + STEP)
    let moved = await call('POST', '/api/dev/clock', { body: { at: new Date(to).toISOString() } })
    while (moved.code === 1 && moved.data.dueAt !== null) moved = await call('GET', '/api/dev/clock')
    if (moved.code !== 1) throw new Error(moved.msg)
    isThere = to === at
  }
}
