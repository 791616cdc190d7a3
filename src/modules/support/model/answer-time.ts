import { DAY, MINUTE, msOfDayJst, type Ms } from '#kernel/time.ts'
import { isOfficeOpen, OFFICE_MS } from './office.ts'

/** Time within which a member who writes during office hours has an answer (published target). */
export const ANSWER_TARGET: Ms = 10 * MINUTE
/** The last part of it, in which an answer is due soon. */
export const ANSWER_SOON: Ms = 3 * MINUTE

export const ANSWER_STATES = ['within', 'soon', 'over'] as const
export type AnswerState = (typeof ANSWER_STATES)[number]

/** The next moment at which somebody is there: this one, today's opening, or tomorrow's. */
function nextOpen(at: Ms): Ms {
  if (isOfficeOpen(at)) return at
  const ofDay = msOfDayJst(at)
  const midnight = at - ofDay
  return ofDay < OFFICE_MS.from ? midnight + OFFICE_MS.from : midnight + DAY + OFFICE_MS.from
}

/** The time by which an answer is due to a member who waits since `since`: office hours alone count. */
export function answerBy(since: Ms): Ms {
  const begins = nextOpen(since)
  const closes = begins - msOfDayJst(begins) + OFFICE_MS.to
  const left = begins + ANSWER_TARGET - closes
  return left <= 0 ? begins + ANSWER_TARGET : nextOpen(closes) + left
}

/** State of a wait against the target. Nothing is due soon while nobody is there. */
export function answerState(by: Ms, now: Ms): AnswerState {
  if (now >= by) return 'over'
  return by - now <= ANSWER_SOON && isOfficeOpen(now) ? 'soon' : 'within'
}
