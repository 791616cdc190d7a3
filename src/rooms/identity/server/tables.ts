import type { Ms } from '#kernel/time.ts'
import { defineTable } from '#platform/engine/table.ts'
import type { Level } from '../contract.ts'

/** What commands ask about a member. `number` counts the members from 1, in the order in which they came. */
export type MemberRow = { id: string; number: number; level: Level; openedAt: Ms }

export const members = defineTable<MemberRow>()({
  name: 'members',
  columns: { id: 'text', number: 'int4', level: 'text', openedAt: 'int8' },
  key: 'id',
})

/** Personal data and secrets: ordinary SQL, never in the journal. */
declare module '#platform/database/connect.ts' {
  interface SqlTables {
    credentials: {
      memberId: string
      /** E.164. */
      mobile: string
      passwordHash: string
      transactionHash: string | null
      level: Level
      invitedBy: string
      registeredAt: Ms
    }
    invitationCodes: { code: string; kind: 'demo' | 'member' | 'batch'; owner: string | null; usesLeft: number | null; expiresAt: Ms | null }
    smsCodes: { mobile: string; codeHash: Buffer; expiresAt: Ms; tries: number }
    sessions: {
      id: string
      tokenHash: Buffer
      memberId: string
      /** Machine time, as all of a session. */
      startedAt: Ms
      seenAt: Ms
      unlockedAt: Ms | null
      endedAt: Ms | null
    }
    passwordFailures: { subject: string; failures: number; firstAt: Ms; locks: number; lockedUntil: Ms }
  }
}
