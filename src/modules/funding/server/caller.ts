import { type Caller as EngineCaller, memberCaller } from '#platform/engine/command.ts'
import type { Caller } from '#modules/module.ts'

/** The member as the journal names them. */
export const callerOf = ({ caller, key }: { caller: Caller; key: string }): EngineCaller => {
  const { memberId, sessionId } = caller
  return memberCaller(memberId, sessionId, key)
}
