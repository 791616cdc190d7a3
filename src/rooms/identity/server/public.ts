import type { TableReader } from '#platform/engine/table.ts'
import type { Caller } from '#platform/http/door.ts'
import type { Level } from '../contract.ts'
import { members, type MemberRow } from './tables.ts'

export type { MemberRow } from './tables.ts'

/** A member as commands know them; undefined for an id that is nobody's. */
export const memberOf = (tables: TableReader, memberId: string): MemberRow | undefined => tables.of(members).get(memberId)

export type DemoMember = { mobile: string; password: string; level: Level }

/** What the house asks of identity. */
export type IdentityPublic = {
  /** Who a token belongs to; the session counts as seen. Null: unknown, ended or too old. */
  find(token: string): Caller | null | Promise<Caller | null>
  /** Uses up a socket ticket. */
  redeem(ticket: string): { memberId: string; sessionId: string } | null
  /** Hears of every session that ends before its time. */
  onSessionEnd(listener: (sessionId: string) => void): void
  /** Demo setting: who can log in at once, and the code to register with. Null outside of it. */
  demo: { members: DemoMember[]; invitationCode: string } | null
}
