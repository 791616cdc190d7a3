import type { MemberId } from '#kernel/id.ts'
import type { Ms } from '#kernel/time.ts'

/** `budget`: whose sockets it counts among. */
type Holder = { memberId: MemberId; sessionId: string; budget: string }

/**
 * Tickets for the socket: of one use, for seconds, so that no lasting secret ever stands in an address.
 * Machine time.
 */
export function socketTickets(now: () => Ms, random: (n: number) => Uint8Array, lifeMs: Ms) {
  const tickets = new Map<string, Holder & { until: Ms }>()
  return {
    issue(holder: Holder): { ticket: string; until: Ms } {
      // In the order of issue, so the old ones are in front.
      for (const [old, { until }] of tickets) {
        if (until > now()) break
        tickets.delete(old)
      }
      const ticket = Buffer.from(random(24)).toString('base64url')
      const until = now() + lifeMs
      tickets.set(ticket, { ...holder, until })
      return { ticket, until }
    },
    redeem(ticket: string): Holder | null {
      const found = tickets.get(ticket)
      tickets.delete(ticket)
      return found === undefined || found.until <= now()
        ? null
        : { memberId: found.memberId, sessionId: found.sessionId, budget: found.budget }
    },
  }
}
