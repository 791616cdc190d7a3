import { elapsed } from '#client/clock.ts'

const LOOKS_AWAY_MS = 60_000
let lastTouch = elapsed()

for (const type of ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const) addEventListener(type, () => { lastTouch = elapsed() }, { passive: true })

/** Whether somebody has touched the console within the last minute. */
export const isAttended = (): boolean => elapsed() - lastTouch < LOOKS_AWAY_MS
