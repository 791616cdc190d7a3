import { elapsed } from '#client/clock.ts'
import { extraHeaders } from '#client/request.ts'

const LOOKS_AWAY_MS = 60_000
const LOOKS_EVERY_MS = 5_000
let lastTouch = elapsed()

/** Requests that the page sends by itself, with nobody there, keep no session open. */
export function watchAttendance(): void {
  const touched = () => {
    lastTouch = elapsed()
    delete extraHeaders['unattended']
  }
  for (const type of ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const)
    addEventListener(type, touched, { passive: true })
  setInterval(() => {
    if (!isAttended()) extraHeaders['unattended'] = '1'
  }, LOOKS_EVERY_MS)
}

/** True if somebody has touched the console within the last minute. */
export const isAttended = (): boolean => elapsed() - lastTouch < LOOKS_AWAY_MS
