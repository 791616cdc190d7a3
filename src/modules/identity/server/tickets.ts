import type { MemberId } from '#kernel/id.ts'
import type { Ms } from '#kernel/time.ts'
import type { OneTimeValues } from '#platform/one-time-values.ts'

/** `budget`: whose sockets it counts among. */
type Holder = { memberId: MemberId; sessionId: string; budget: string }

const ABOUT = 'ticket of a socket'

/**
 * Tickets for the socket: of one use, for seconds, so that no lasting secret ever stands in an address.
 * `isOpen`: the session has not ended since. Machine time.
 */
export function socketTickets(
  values: Pick<OneTimeValues, 'issue' | 'read' | 'use'>,
  lifeMs: Ms,
  isOpen: (sessionId: string) => Promise<boolean>,
) {
  return {
    issue({ memberId, sessionId, budget }: Holder): { ticket: string; until: Ms } {
      const { value, until } = values.issue(ABOUT, { memberId, sessionId, budget }, lifeMs)
      return { ticket: value, until }
    },
    async redeem(ticket: string): Promise<Holder | null> {
      const found = values.read(ABOUT, ticket)
      if (found === null || !(await values.use(ticket, found.until))) return null
      const holder = found.content as Holder
      return (await isOpen(holder.sessionId)) ? holder : null
    },
  }
}
