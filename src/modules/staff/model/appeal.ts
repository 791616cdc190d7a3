import { dateJst, timeJst, type DateJst, type Ms } from '#kernel/time.ts'

/** The length of a member's appeal against a decision: as long as a denial's text (security-and-trust 4). */
export const APPEAL_TEXT = { least: 20, most: 500 } as const

export const isAppealText = (text: string): boolean => {
  const { length } = [...text.trim()]
  return length >= APPEAL_TEXT.least && length <= APPEAL_TEXT.most
}

/** Answered within one business day: by the end of the next one (security-and-trust 4). */
export const answeredBy = (filedAt: Ms, nextBusinessDay: (date: DateJst) => DateJst): Ms =>
  timeJst(nextBusinessDay(dateJst(filedAt)), 24)
