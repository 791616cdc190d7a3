import { randomBytes } from 'node:crypto'
import { iso } from '#kernel/time.ts'
import type { Limits } from '#platform/limits.ts'
import type { AppContext } from '#modules/module.ts'
import type { PasskeySite } from './passkey-answer.ts'

/** The purpose of a challenge: it is good for nothing else. `enrol`: by an invitation. */
export type Purpose =
  | { kind: 'login' }
  | { kind: 'enrol'; operatorId: string; invite: string }
  | { kind: 'spare'; operatorId: string }
type Challenge = { bytes: Buffer; until: number; purpose: Purpose }

/** Challenges to passkeys of the console, each good once; known to the running process alone. */
export function openChallenges({ clock, ids }: AppContext, limits: Limits, site: PasskeySite) {
  const challenges = new Map<string, Challenge>()
  return {
    ask(purpose: Purpose) {
      // In the order of asking, so the old ones are in front.
      for (const [old, { until }] of challenges) {
        if (until > clock.machine() && challenges.size < limits.passkey.challenges) break
        challenges.delete(old)
      }
      const id = ids.uuid()
      const challenge = {
        bytes: randomBytes(32),
        until: clock.machine() + limits.passkey.challengeMs,
        purpose,
      }
      challenges.set(id, challenge)
      return {
        id,
        challenge: challenge.bytes.toString('base64url'),
        rpId: site.rpId,
        expiresAt: iso(challenge.until),
      }
    },
    /** Null: there is none of this kind any more. */
    take<Kind extends Purpose['kind']>(
      id: string,
      kind: Kind,
    ): { bytes: Buffer; purpose: Extract<Purpose, { kind: Kind }> } | null {
      const challenge = challenges.get(id)
      challenges.delete(id)
      if (challenge === undefined || challenge.until <= clock.machine() || challenge.purpose.kind !== kind)
        return null
      return { bytes: challenge.bytes, purpose: challenge.purpose as Extract<Purpose, { kind: Kind }> }
    },
  }
}
export type Challenges = ReturnType<typeof openChallenges>
