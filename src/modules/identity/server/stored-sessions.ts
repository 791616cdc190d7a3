import type { MemberId } from '#kernel/id.ts'
import type { KeyObject } from 'node:crypto'
import { HOUR, type Ms } from '#kernel/time.ts'
import type { Factor } from '../model/step-up.ts'

export type Session = {
  id: string
  memberId: MemberId
  startedAt: Ms
  seenAt: Ms
  unlockedAt: Ms | null
  factor: Factor
  knownDevice: Buffer | null
  savedAt: Ms
  deviceKey: KeyObject | null
  deviceHash: Buffer | null
  /** Of the row that it was read from, and when that was (monotonic). */
  version: number
  readAt: Ms
}

const SWEEP_ABOVE = 50_000

/**
 * Sessions in memory, found by the hash of their token or by their id. Those not seen for an hour may have to
 * be read again.
 */
export function storedSessions() {
  const byHash = new Map<string, Session>()
  const hashById = new Map<string, string>()
  /** Ended lately: a read of the database that began before must not bring one back. */
  const ended = new Set<string>()
  const drop = (id: string) => {
    byHash.delete(hashById.get(id) ?? '')
    hashById.delete(id)
  }
  return {
    of: (hash: string): Session | undefined => byHash.get(hash),
    byId: (id: string): Session | undefined => byHash.get(hashById.get(id) ?? ''),
    keep(hash: string, session: Session, now: Ms): Session {
      if (byHash.size > SWEEP_ABOVE)
        for (const old of byHash.values()) if (now - old.seenAt > HOUR) drop(old.id)
      byHash.set(hash, session)
      hashById.set(session.id, hash)
      return session
    },
    end(id: string): void {
      if (ended.size > SWEEP_ABOVE) ended.clear()
      ended.add(id)
      drop(id)
    },
    hasEnded: (id: string): boolean => ended.has(id),
  }
}
