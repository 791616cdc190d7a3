import type { Refusal } from '#kernel/result.ts'
import type { Ms } from '#kernel/time.ts'
import type { Result } from '#platform/engine/command.ts'
import type { TableReader } from '#platform/engine/table.ts'
import type { PowerName, Role } from '../model/powers.ts'
import type { Reason } from '../model/approval.ts'
import type { Body } from '../model/request.ts'
import type { OperatorActView } from '../contract.ts'
import type { Acted } from './act.ts'
import type { Effect } from './effects.ts'

export type { Acted } from './act.ts'
export type { Act, Effect, When } from './effects.ts'
export type { Body } from '../model/request.ts'
export type { Reason, Signature } from '../model/approval.ts'

/** What an operator asks for. `reason` as the power's row wants it. */
export type Asked = { power: PowerName; subject: string; body: Body; reason?: Reason | null }

/** A case that waits for operators. `since`: wall clock. */
export type Case = { subject: string; memberId: string | null; since: Ms }

/** Cases that a room lays before operators: the console shows them, and in the demo setting the desk decides them. */
export type Queue = {
  name: string
  roles: readonly Role[]
  /** What waits now, oldest first. Rows in memory alone: it is asked several times a second. */
  items: (tables: TableReader) => readonly Case[]
  /** The published checks, applied: what they decide; null where people must look. May read SQL. */
  judge: (subject: string) => Promise<Asked | null>
}

export type StaffPublic = {
  /** What carries out a power: once, when the room is made. */
  register(effect: Effect): void
  queue(queue: Queue): void
  /**
   * Signs and submits `staff.act` for an operator whose key this server holds (demo). An open request with the same content gets this
   * signature; anything else is a new request.
   */
  act(operatorId: string, asked: Asked, options?: { desk?: boolean }): Promise<Result<Acted>>
  /** Whether an operator's role has a power: for what is done outside the engine (conversations). */
  may(operatorId: string, power: PowerName): Refusal | null
  /** Which one of their role an operator is, from 1: people are shown by role and number. */
  numberOf(operatorId: string): number
  /** Puts a free text of a reason away, for `reason.text`. Refused: TEXT_LENGTH (20–500 characters), TEXT_DEMANDS (money, accounts, links). */
  text(memberId: string, text: string): Promise<{ ok: true; value: { id: string; hash: string } } | Refusal>
  /** What operators did about one case of a member, oldest first, worded: reason, text, roles, times. */
  actsOn(memberId: string, subject: string, lang: string): Promise<OperatorActView[]>
}
