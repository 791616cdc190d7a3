import type { MemberId } from '#kernel/id.ts'
import type { Factor } from './step-up.ts'

/**
 * The facts known of whoever guesses; `provenDevice`: its name, where it has proven a second factor before.
 */
export type WhoGuesses = {
  memberId: MemberId
  sessionId: string
  factor: Factor
  provenDevice: string | null
}

/**
 * The count that a wrong guess at a second factor goes to (codes of the app, the transaction password, codes
 * sent to the phone), so that it closes nothing for anybody else. A password alone makes no count: all
 * sessions that have proven nothing more, on devices that never have, share the member's one, and whoever
 * knows the password gets no more tries by logging in again. A session that has proven more has its own, and
 * so has a device that did before.
 */
export const countOf = ({ memberId, sessionId, factor, provenDevice }: WhoGuesses): string =>
  factor !== 'password'
    ? `${memberId} session ${sessionId}`
    : provenDevice !== null
      ? `${memberId} device ${provenDevice}`
      : memberId

/** The count of whoever holds the member's phone as well: it goes on where the shared one is used up. */
export const countByPhone = (memberId: MemberId): string => `${memberId} phone`
