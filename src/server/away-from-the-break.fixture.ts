import { MINUTE, msOfDayJst, DAY, type Ms } from '#kernel/time.ts'
import { RELEASED, msOfClock } from '#modules/instruments/model/schedule.ts'

const {
  sessions: [[, opensAt] = ['', '06:00']],
  preClosing,
} = RELEASED['always-open']
const opens = msOfClock(opensAt) + MINUTE
const closes = msOfClock(preClosing) - DAY
/**
 * A test that begins so shortly before the close would still run in the break, or set its clock into it: an
 * hour ahead is what several do.
 */
const BEFORE_MS = 90 * MINUTE

/**
 * Even the always-open market rests for minutes of each day, and nothing trades then: a server that a test
 * starts about that time of the day goes on just after the next opening instead. null: no need.
 */
export function awayFromTheBreak(wall: Ms): Ms | null {
  const msOfDay = msOfDayJst(wall)
  return msOfDay >= closes - BEFORE_MS && msOfDay < opens ? wall - msOfDay + opens : null
}
