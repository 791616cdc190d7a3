import { no, type Refusal } from '#kernel/result.ts'
import { HOUR, MINUTE, type Ms } from '#kernel/time.ts'

/** Nobody is on duty for longer without saying so again. */
export const LONGEST_SHIFT_HOURS = 16
/** Tests that an operator may send in an hour. */
export const TESTS_AN_HOUR = 5

/** In the order in which they are checked. */
export const CHOICE_REJECTIONS = ['MAIL_ADDRESS', 'QUIET_HOURS'] as const

const ADDRESS = /^[^\s@<>,;:"]+@[^\s@<>,;:"]+\.[^\s@<>,;:".]+$/

/** `22:30` since midnight; null: no time of a day. */
export function clockMs(text: string): Ms | null {
  const [hour = Number.NaN, minute = Number.NaN] = text.split(':').map(Number)
  return hour < 24 && minute < 60 ? hour * HOUR + minute * MINUTE : null
}

/** The refusal of a choice that cannot be kept; null: it can. */
export function choiceProblem(choice: {
  mail: string | null
  quiet: { from: string; to: string } | null
}): Refusal<(typeof CHOICE_REJECTIONS)[number]> | null {
  if (choice.mail !== null && !ADDRESS.test(choice.mail)) return no('MAIL_ADDRESS')
  const { quiet } = choice
  if (quiet === null) return null
  const [from, to] = [clockMs(quiet.from), clockMs(quiet.to)]
  return from === null || to === null || from === to ? no('QUIET_HOURS') : null
}
