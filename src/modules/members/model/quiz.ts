import { dateJst, timeJst, addDays, type Ms } from '#kernel/time.ts'

export const CHOICES = ['a', 'b', 'c'] as const
export type Choice = (typeof CHOICES)[number]

/**
 * The questions in their order, two on each subject, with the right choice. Their words are in the catalogues
 * under `quiz.<id>`.
 */
export const QUESTIONS = [
  { id: 'leverageSize', subject: 'leverage', right: 'b' },
  { id: 'leverageMargin', subject: 'leverage', right: 'c' },
  { id: 'lossBeyond', subject: 'loss', right: 'a' },
  { id: 'lossGap', subject: 'loss', right: 'c' },
  { id: 'shortRise', subject: 'short', right: 'b' },
  { id: 'shortDividend', subject: 'short', right: 'a' },
  { id: 'callMeet', subject: 'call', right: 'c' },
  { id: 'callUnmet', subject: 'call', right: 'b' },
] as const satisfies readonly { id: string; subject: string; right: Choice }[]
export type QuestionId = (typeof QUESTIONS)[number]['id']

/** Right answers that pass. */
export const PASS_MARK = 7

export type Answers = Readonly<Record<QuestionId, Choice>>

/** The number of right answers, the wrong ones, and whether that passes. */
export function grade(answers: Answers): { right: number; wrong: QuestionId[]; passed: boolean } {
  const wrong = QUESTIONS.filter(({ id, right }) => answers[id] !== right).map(({ id }) => id)
  const right = QUESTIONS.length - wrong.length
  return { right, wrong, passed: right >= PASS_MARK }
}

/** One try a day: the next one after midnight in Japan. 0: there was none. */
export const nextTryAt = (triedAt: Ms | null): Ms =>
  triedAt === null ? 0 : timeJst(addDays(dateJst(triedAt), 1), 0)
