import { MINUTE, msOfDayJst, DAY, type Ms } from '#kernel/time.ts'
import { schedules } from '#rooms/instruments/model/schedule.ts'

const { auctions, phases } = schedules['always-open']
const opens = auctions[0]![1] + MINUTE
const closes = phases.find(([phase]) => phase === 'pre-closing')![1] - DAY
/** A test that begins so shortly before the close would still run in the break. */
const BEFORE_MS = 20 * MINUTE

/**
 * Even the always-open market rests for minutes of each day, and nothing trades then: a house that a test starts about that time of the day
 * goes on just after the next opening instead. null: no need.
 */
export function awayFromTheBreak(wall: Ms): Ms | null {
  const msOfDay = msOfDayJst(wall)
  return msOfDay >= closes - BEFORE_MS && msOfDay < opens ? wall - msOfDay + opens : null
}
