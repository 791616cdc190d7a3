import { no } from '#kernel/result.ts'
import { defineMemberCommand, done } from '#platform/engine/command.ts'
import { grade, nextTryAt, type Answers } from '../model/quiz.ts'
import { levelChanged } from './events.ts'
import { quizResults } from './tables.ts'

/** `quiz.answer`: graded where it is journalled. Passed once is passed for good. */
export const answerQuiz = defineMemberCommand({
  type: 'quiz.answer',
  captureInputs: () => null,
  run(tables, input: { answers: Answers }, _inputs, call) {
    const table = tables.of(quizResults)
    const row = table.get(call.memberId)
    if (row !== undefined && row.passedAt !== null) return no('QUIZ_PASSED')
    const openAt = nextTryAt(row?.triedAt ?? null)
    if (call.at < openAt) return no('QUIZ_TOO_SOON', { at: openAt })
    const { right, wrong, passed } = grade(input.answers)
    const newest = { triedAt: call.at, correct: right, wrong, passedAt: passed ? call.at : null }
    if (row === undefined) table.insert({ memberId: call.memberId, tries: 1, ...newest })
    else table.update(row, { tries: row.tries + 1, ...newest })
    return done({ status: passed ? ('passed' as const) : ('failed' as const), right, wrong }, [
      levelChanged(call.memberId),
    ])
  },
})
