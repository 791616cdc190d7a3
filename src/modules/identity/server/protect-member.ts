import type { MemberId } from '#kernel/id.ts'
import { no } from '#kernel/result.ts'
import { HOUR, type Ms } from '#kernel/time.ts'
import { defineCommand, done } from '#platform/engine/command.ts'
import type { FactorChange } from '../model/factor-change.ts'
import { accountFrozen } from './events.ts'
import { freezeMember, memberOf, unfreezeMember } from './public.ts'
import { members } from './tables.ts'

/** Of `member.recover`: it is part of what old journals say. */
const CLOSED_AFTER_RECOVERY_MS: Ms = 72 * HOUR

type Who = { memberId: MemberId }

/** The member freezes the account: nothing may be opened, nothing may leave. */
export const freeze = defineCommand({
  type: 'member.freeze',
  captureInputs: (_world, _input: Who) => null,
  run(tables, { memberId }, _inputs, call) {
    freezeMember(tables, memberId, { own: call.at })
    return done({ frozen: true }, [accountFrozen(memberId)])
  },
})

/**
 * The member opens the account again, after the proof that the route asks for. A freeze by the firm is not
 * theirs to end.
 */
export const unfreeze = defineCommand({
  type: 'member.unfreeze',
  captureInputs: (_world, _input: Who) => null,
  run(tables, { memberId }, _inputs, call) {
    const member = memberOf(tables, memberId)!
    if (member.frozenAt === null && call.at < (member.heldUntil ?? 0)) return no('FROZEN_BY_FIRM')
    if (member.frozenAt !== null) unfreezeMember(tables, memberId, 'own')
    return done({ frozen: false })
  },
})

/** Recoveries of journals from before trading was limited too: they are run again as they were. */
export const recover = defineCommand({
  type: 'member.recover',
  captureInputs: (_world, _input: Who) => null,
  run(tables, { memberId }, _inputs, call) {
    const table = tables.of(members)
    const until = call.at + CLOSED_AFTER_RECOVERY_MS
    table.update(table.get(memberId)!, { withdrawalsClosedUntil: until })
    return done({ until })
  },
})

/**
 * Before a factor changes: withdrawals close and trading is limited first, so that a crash in between leaves
 * the safe half. A rest under way is never made shorter.
 */
export const rest = defineCommand({
  type: 'member.rest',
  captureInputs: (_world, _input: Who & { change: FactorChange; ms: Ms }) => null,
  run(tables, { memberId, change, ms }, _inputs, call) {
    const table = tables.of(members)
    const member = table.get(memberId)!
    const until = Math.max(call.at + ms, member.withdrawalsClosedUntil ?? 0, member.tradingLimitedUntil ?? 0)
    table.update(member, { withdrawalsClosedUntil: until, tradingLimitedUntil: until, restsBecause: change })
    return done({ until })
  },
})
