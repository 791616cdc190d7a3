import type { MemberId } from '#kernel/id.ts'
import { createHash } from 'node:crypto'
import type { Json } from '#kernel/hash.ts'
import type { Ms } from '#kernel/time.ts'
import type { Limits } from '#platform/limits.ts'
import type { OneTimeValues } from '#platform/one-time-values.ts'
import { signingPayload, type ChallengeAction } from '../model/step-up.ts'

/** The member who was asked; null: somebody who is not logged in yet. */
export type Asked = { memberId: MemberId; sessionId: string } | null
type Answer<T> = {
  id: string
  action: ChallengeAction
  asked: Asked
  content: Json
  /** Looks at the answer: null when it is none to this challenge. */
  check: (challenge: Uint8Array) => Promise<T | null>
}

/** The bytes that a passkey signs: SHA-256 of the challenge with exactly what is to be done. */
export const challengeOf = (id: string, action: ChallengeAction, content: Json): Buffer =>
  createHash('sha256').update(signingPayload({ id, action, content })).digest()

/** The words that a challenge is sealed under: good for this act, in this session. */
const aboutOf = (action: ChallengeAction, asked: Asked): string =>
  `challenge to a passkey ${action} ${asked?.sessionId ?? ''}`

/**
 * Challenges to passkeys: each one is good for minutes, for one session, for one answer, at whichever server
 * it comes back to. Machine time.
 */
export function challenges(values: OneTimeValues, { challengeMs: lifeMs }: Limits['passkey']) {
  return {
    ask(action: ChallengeAction, asked: Asked): { id: string; until: Ms } {
      const { value, until } = values.issue(aboutOf(action, asked), null, lifeMs)
      return { id: value, until }
    },
    /**
     * Uses the challenge up with this answer. Null: it was not asked for this act, of this session, or is too
     * old, or has been answered, or the answer is none.
     */
    async answer<T>({ id, action, asked, content, check }: Answer<T>): Promise<T | null> {
      const found = values.read(aboutOf(action, asked), id)
      if (found === null || !(await values.use(id, found.until))) return null
      return check(challengeOf(id, action, content))
    },
    /**
     * The same for a write with a key; true: the answer is right. The same write that comes again (same key,
     * same content) hears what it heard before, also from another server.
     */
    async isAnswered({
      id,
      action,
      asked,
      content,
      key,
      check,
    }: Answer<unknown> & { key: string }): Promise<boolean> {
      const found = values.read(aboutOf(action, asked), id)
      if (found === null) return false
      const challenge = challengeOf(id, action, content)
      const by = createHash('sha256').update(`${key} `).update(challenge).digest()
      if (!(await values.use(id, found.until, by))) return key !== '' && values.wasRight(id, by)
      const isRight = (await check(challenge)) !== null
      await values.tell(id, by, isRight)
      return isRight
    },
  }
}
export type Challenges = ReturnType<typeof challenges>
