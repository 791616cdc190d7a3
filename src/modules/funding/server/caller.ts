import type { MemberId } from '#kernel/id.ts'
import { hash } from 'node:crypto'
import { type Caller as EngineCaller, memberCaller } from '#platform/engine/command.ts'
import type { Caller } from '#modules/module.ts'

/** The member as the journal names them. */
export const callerOf = ({ caller, key }: { caller: Caller; key: string }): EngineCaller => {
  const { memberId, sessionId } = caller
  return memberCaller(memberId, sessionId, key)
}

/**
 * The id of what is written outside the engine before its command: the same for a repeat of the key, another
 * member's never.
 */
export const ownId = (what: string, memberId: MemberId, key: string): string =>
  hash('sha256', `${what} ${memberId} ${key}`).slice(0, 32)
