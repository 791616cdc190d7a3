import { SECOND, type Ms } from '#kernel/time.ts'
import type { DueScan, AppContext } from '#modules/module.ts'
import { topicOf } from '../model/canned.ts'
import type { SupportPublic } from './public.ts'
import { lastSaid, waiting } from './queries.ts'
import type { Conversation } from './tables.ts'

/**
 * Somebody reads first, then types, then answers: within 10 s as all of the demo desk (product decision 0).
 */
const READS_AFTER: Ms = SECOND
const ANSWERS_AFTER: Ms = 4 * SECOND
const LOOKS_EVERY: Ms = 500
const AT_ONCE = 20
const OPERATOR = 'demo-support-1'

/**
 * The demo desk of the customer service: standard answers in the member's language, labelled as the desk's.
 */
export function chatDesk(context: AppContext, support: SupportPublic): DueScan {
  const { db, clock, log } = context
  async function attend({ memberId, assignedTo, waitingSince }: Conversation): Promise<void> {
    const line = await lastSaid(db, memberId)
    if (line === undefined) return
    const operator = assignedTo ?? OPERATOR
    await support.read(operator, memberId, line.id)
    // Whoever writes on is heard out.
    if (clock.wall() - line.at < ANSWERS_AFTER && clock.wall() - waitingSince! < 2 * ANSWERS_AFTER)
      support.typing(operator, memberId)
    else {
      const answered = await support.answer(
        operator,
        memberId,
        line.kind === 'text' ? topicOf(line.text!) : 'person',
        { desk: true },
      )
      if (!answered.ok) log.warn({ refusal: answered.rejection }, 'the demo desk could not answer')
    }
  }
  async function look(): Promise<void> {
    for (const conversation of await waiting(db, clock.wall() - READS_AFTER, AT_ONCE))
      await attend(conversation)
  }
  return { name: 'demo-chat', everyMs: LOOKS_EVERY, look }
}
