import { no, type Refusal } from '#kernel/result.ts'
import { DAY, HOUR, type Ms } from '#kernel/time.ts'
import { done } from '#platform/engine/command.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import { freezeMember, memberOf, unfreezeMember } from '#rooms/identity/server/public.ts'
import type { PowerName } from '../model/powers.ts'
import type { Effect } from './effects.ts'
import { freezes } from './tables.ts'

/** By one reviewer: ends by itself (security-and-trust 1). */
const FIRST: Ms = 24 * HOUR
/** With a second signature: long enough to be cleared up, and never for ever. Decided here. */
const SIGNED_ON: Ms = 30 * DAY

const isMember = (tables: TableReader, memberId: string): Refusal | null => (memberOf(tables, memberId) === undefined ? no('MEMBER_UNKNOWN') : null)
const itself = (_tables: TableReader, memberId: string): string => memberId

const frozenBy = (tables: TableReader, memberId: string): readonly string[] => tables.of(freezes).get(memberId)?.frozenBy ?? []

/** What ends by itself would never end, if who began it could begin it anew. Records from before this rule have no `once`. */
const onceEach: Partial<Effect> = { given: () => ({ once: true }), excluded: (tables, memberId, given) => (given === null ? [] : frozenBy(tables, memberId)) }

const freezing = (power: PowerName, lasts: Ms): Effect => ({
  power, memberOf: itself, refuse: isMember,
  carryOut(tables, { subject, signers }, { wall }) {
    const { heldUntil } = freezeMember(tables, subject, { held: wall + lasts })
    note(tables, subject, signers.map(({ operatorId }) => operatorId))
    return done({ until: heldUntil })
  },
})

function note(tables: TableAccess, memberId: string, signers: readonly string[]): void {
  const table = tables.of(freezes)
  const known = table.get(memberId)
  if (known === undefined) table.insert({ memberId, frozenBy: signers })
  else table.update(known, { frozenBy: [...new Set([...known.frozenBy, ...signers])] })
}

const LASTS: Readonly<Record<string, Ms>> = { 'trading.freeze': FIRST, 'trading.freeze-on': SIGNED_ON }
/** When the firm's freeze of these acts (oldest first) began; null: there was none. A longer one goes on with the first, one after an end begins anew. */
export function heldSince(acts: readonly { power: string; at: Ms }[]): Ms | null {
  let since: Ms | null = null
  let until = 0
  for (const { power, at } of acts) {
    const lasts = LASTS[power]
    if (power === 'trading.unfreeze') until = 0
    if (lasts === undefined) continue
    if (at >= until) since = at
    until = Math.max(until, at + lasts)
  }
  return since
}

/** Takeover suspected: a reviewer freezes for 24 h, once until another one lifts it, two for longer. The member sees each at once. */
export const freezeEffects: readonly Effect[] = [
  { ...freezing('trading.freeze', FIRST), ...onceEach },
  freezing('trading.freeze-on', SIGNED_ON),
  {
    power: 'trading.unfreeze', memberOf: itself,
    refuse: (tables, memberId) => isMember(tables, memberId) ?? (memberOf(tables, memberId)!.heldUntil === null ? no('NOT_FROZEN') : null),
    excluded: frozenBy,
    carryOut(tables, { subject }) {
      unfreezeMember(tables, subject, 'held')
      const row = tables.of(freezes).get(subject)
      if (row !== undefined) tables.of(freezes).update(row, { frozenBy: [] })
      return done(null)
    },
  },
]
