import { createHash } from 'node:crypto'
import type { Json } from '#kernel/hash.ts'
import type { Ms } from '#kernel/time.ts'
import { willText, type QuestionAction } from '../model/will.ts'

/** Who was asked; null: somebody who is not logged in yet. */
export type Asked = { memberId: string; sessionId: string } | null
type Question = { action: QuestionAction; asked: Asked; until: Ms; usedBy: string | null }

const MOST = 50_000

/** The bytes that a passkey signs: SHA-256 of the question with exactly what is to be done. */
export const challengeOf = (id: string, action: QuestionAction, content: Json): Uint8Array =>
  createHash('sha256').update(willText({ id, action, content })).digest()

/**
 * What passkeys are asked: each question is good for minutes, for one session, for one answer. In memory: after a restart an open
 * question is asked anew. Machine time.
 */
export function questions(now: () => Ms, newId: () => string, lifeMs: Ms) {
  const open = new Map<string, Question>()
  return {
    ask(action: QuestionAction, asked: Asked): { id: string; until: Ms } {
      // In the order of asking, so the old ones are in front.
      for (const [old, { until }] of open) {
        if (until > now() && open.size < MOST) break
        open.delete(old)
      }
      const id = newId()
      const until = now() + lifeMs
      open.set(id, { action, asked, until, usedBy: null })
      return { id, until }
    },
    /**
     * Uses the question up, and says whether it may be: asked for this act, of this session, not too long ago, not answered before. `key`
     * lets the same write ask again what became of it.
     */
    take(id: string, action: QuestionAction, asked: Asked, key = ''): boolean {
      const found = open.get(id)
      if (found === undefined || found.until <= now() || found.action !== action || found.asked?.sessionId !== asked?.sessionId) return false
      if (found.usedBy !== null) return key !== '' && found.usedBy === key
      found.usedBy = key
      return true
    },
  }
}
export type Questions = ReturnType<typeof questions>
