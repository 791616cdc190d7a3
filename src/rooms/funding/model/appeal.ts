import { no, ok, type Result } from '#kernel/result.ts'
import { timeJst, dateJst, type DateJst, type Ms } from '#kernel/time.ts'

/** What the member writes: as long as the text of a denial (security and trust 4). */
export const APPEAL_TEXT = { least: 20, most: 500 } as const

export const APPEAL_REJECTIONS = ['WITHDRAWAL_NOT_FOUND', 'NOT_DENIED', 'APPEALED_ALREADY', 'APPEAL_TEXT'] as const

export const isAppealText = (text: string): boolean => {
  const { length } = [...text.trim()]
  return length >= APPEAL_TEXT.least && length <= APPEAL_TEXT.most
}

/** Once, and against a denial alone. */
export function decideAppeal(facts: { state: string | undefined; appealed: boolean; isText: boolean }): Result<null, (typeof APPEAL_REJECTIONS)[number]> {
  if (facts.state === undefined) return no('WITHDRAWAL_NOT_FOUND')
  if (facts.state !== 'denied') return no('NOT_DENIED')
  if (facts.appealed) return no('APPEALED_ALREADY')
  if (!facts.isText) return no('APPEAL_TEXT', APPEAL_TEXT)
  return ok(null)
}

/** Answered within one business day: by the end of the next one. */
export const answeredBy = (filedAt: Ms, nextBusinessDay: (date: DateJst) => DateJst): Ms => timeJst(nextBusinessDay(dateJst(filedAt)), 24)
