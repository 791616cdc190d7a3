import { no } from '#kernel/result.ts'
import { HOUR, type Ms } from '#kernel/time.ts'
import { defineCommand, done } from '#platform/engine/command.ts'
import { freezeMember, memberOf, unfreezeMember } from './public.ts'
import { members } from './tables.ts'

/** After a recovery no withdrawal leaves for so long (product decision 2): whoever lost the account has time to say so. */
export const CLOSED_AFTER_RECOVERY_MS: Ms = 72 * HOUR

type Who = { memberId: string }

/** The member freezes the account: nothing may be opened, nothing may leave. */
export const freeze = defineCommand({
  type: 'member.freeze',
  given: (_world, _input: Who) => null,
  run(tables, { memberId }, _given, call) {
    freezeMember(tables, memberId, { own: call.at })
    return done({ frozen: true })
  },
})

/** The member opens the account again, after the proof that the door asks for. A freeze by the firm is not theirs to end. */
export const unfreeze = defineCommand({
  type: 'member.unfreeze',
  given: (_world, _input: Who) => null,
  run(tables, { memberId }, _given, call) {
    const member = memberOf(tables, memberId)!
    if (member.frozenAt === null && call.at < (member.heldUntil ?? 0)) return no('FROZEN_BY_FIRM')
    if (member.frozenAt !== null) unfreezeMember(tables, memberId, 'own')
    return done({ frozen: false })
  },
})

/** Before anything is recovered: withdrawals are closed first, so that a crash in between leaves the safe half. */
export const recover = defineCommand({
  type: 'member.recover',
  given: (_world, _input: Who) => null,
  run(tables, { memberId }, _given, call) {
    const table = tables.of(members)
    const until = call.at + CLOSED_AFTER_RECOVERY_MS
    table.update(table.get(memberId)!, { withdrawalsClosedUntil: until })
    return done({ until })
  },
})
