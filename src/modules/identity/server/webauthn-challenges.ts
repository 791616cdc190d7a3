import type { MemberId } from '#kernel/id.ts'
import { createHash } from 'node:crypto'
import type { Json } from '#kernel/hash.ts'
import type { Ms } from '#kernel/time.ts'
import type { Limits } from '#platform/limits.ts'
import { signingPayload, type ChallengeAction } from '../model/step-up.ts'

/** The member who was asked; null: somebody who is not logged in yet. */
export type Asked = { memberId: MemberId; sessionId: string } | null
type Used = { key: string; challenge: Buffer; result: Promise<unknown> }
type Challenge = { action: ChallengeAction; asked: Asked; until: Ms; used: Used | null }
type Answer<T> = {
  id: string
  action: ChallengeAction
  asked: Asked
  content: Json
  /** Of the write that brings the answer, '' where it has none. */
  key?: string
  /** Looks at the answer: null when it is none to this challenge. */
  check: (challenge: Uint8Array) => Promise<T | null>
}

/** The bytes that a passkey signs: SHA-256 of the challenge with exactly what is to be done. */
export const challengeOf = (id: string, action: ChallengeAction, content: Json): Buffer =>
  createHash('sha256').update(signingPayload({ id, action, content })).digest()

/**
 * Challenges to passkeys: each one is good for minutes, for one session, for one answer. In memory: after a
 * restart an open challenge is asked anew. Machine time.
 */
export function challenges(
  now: () => Ms,
  newId: () => string,
  { challengeMs: lifeMs, challenges: most }: Limits['passkey'],
) {
  const open = new Map<string, Challenge>()
  return {
    ask(action: ChallengeAction, asked: Asked): { id: string; until: Ms } {
      // In the order of asking, so the old ones are in front.
      for (const [old, { until }] of open) {
        if (until > now() && open.size < most) break
        open.delete(old)
      }
      const id = newId()
      const until = now() + lifeMs
      open.set(id, { action, asked, until, used: null })
      return { id, until }
    },
    /**
     * Uses the challenge up with this answer. Null: it was not asked for this act, of this session, or is too
     * old, or has been answered, or the answer is none. The same write that comes again (same key, same
     * content) hears what it heard before.
     */
    async answer<T>({ id, action, asked, content, key = '', check }: Answer<T>): Promise<T | null> {
      const found = open.get(id)
      if (
        found === undefined ||
        found.until <= now() ||
        found.action !== action ||
        found.asked?.sessionId !== asked?.sessionId
      )
        return null
      const challenge = challengeOf(id, action, content)
      if (found.used !== null) {
        const isRepeat = key !== '' && found.used.key === key && found.used.challenge.equals(challenge)
        return isRepeat ? (found.used.result as Promise<T | null>) : null
      }
      const result = check(challenge)
      found.used = { key, challenge, result }
      return result
    },
  }
}
export type Challenges = ReturnType<typeof challenges>
