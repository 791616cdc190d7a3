import { createHash } from 'node:crypto'
import { iso } from '#kernel/time.ts'
import type { Limits } from '#platform/limits.ts'
import type { OneTimeValues } from '#platform/one-time-values.ts'
import type { PasskeySite } from './passkey-answer.ts'

/** The purpose of a challenge: it is good for nothing else. `enrol`: by an invitation. */
export type Purpose =
  | { kind: 'login' }
  | { kind: 'enrol'; operatorId: string; invite: string }
  | { kind: 'spare'; operatorId: string }

const aboutOf = (kind: Purpose['kind']): string => `challenge to a passkey of the console ${kind}`
/** The bytes to sign follow from the id, of which no two are alike. */
const bytesOf = (id: string): Buffer =>
  createHash('sha256').update(`AKARI-CONSOLE-CHALLENGE-v1 ${id}`).digest()

/** Challenges to passkeys of the console, each good once, at whichever server it comes back to. */
export function openChallenges(values: OneTimeValues, limits: Limits, site: PasskeySite) {
  return {
    ask(purpose: Purpose) {
      const { value: id, until } = values.issue(aboutOf(purpose.kind), purpose, limits.passkey.challengeMs)
      return { id, challenge: bytesOf(id).toString('base64url'), rpId: site.rpId, expiresAt: iso(until) }
    },
    /** Null: there is none of this kind any more. */
    async take<Kind extends Purpose['kind']>(
      id: string,
      kind: Kind,
    ): Promise<{ bytes: Buffer; purpose: Extract<Purpose, { kind: Kind }> } | null> {
      const found = values.read(aboutOf(kind), id)
      if (found === null || !(await values.use(id, found.until))) return null
      return { bytes: bytesOf(id), purpose: found.content as Extract<Purpose, { kind: Kind }> }
    },
  }
}
