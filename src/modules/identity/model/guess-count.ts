import type { Factor } from './step-up.ts'

/**
 * Whose count a wrong guess at a second factor goes to (codes of the app, the transaction password, codes
 * sent to the phone), so that it closes nothing for anybody else. A password alone makes no count: all
 * sessions that have proven nothing more share the member's one, and whoever knows the password gets no more
 * tries by logging in again. A session that has proven more has its own.
 */
export const countOf = ({
  memberId,
  sessionId,
  factor,
}: {
  memberId: string
  sessionId: string
  factor: Factor
}): string => (factor === 'password' ? memberId : `${memberId} session ${sessionId}`)
