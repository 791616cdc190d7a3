import type { MemberId } from '#kernel/id.ts'
import { no, type Refusal } from '#kernel/result.ts'
import type { Ms } from '#kernel/time.ts'
import type { Clock } from '#platform/clock.ts'
import { done } from '#platform/engine/command.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import { accountFrozen } from '#modules/identity/server/events.ts'
import { freezeMember, memberOf, unfreezeMember } from '#modules/identity/server/public.ts'
import {
  aloneAgainAt,
  countedAlone,
  FREEZE_ALONE,
  FREEZE_TOGETHER,
  type FrozenAlone,
} from '../model/freeze.ts'
import type { PowerName } from '#registry/powers.ts'
import type { Effect } from './effects.ts'
import { freezes } from './tables.ts'

/**
 * `at`: wall clock; records from before the rule of 30 days have none. `once`: those from before any rule
 * have none either, and are null.
 */
type Inputs = { once?: true; at?: Ms } | null

const isMember = (tables: TableReader, memberId: MemberId): Refusal | null =>
  memberOf(tables, memberId) === undefined ? no('MEMBER_UNKNOWN') : null
const itself = (_tables: TableReader, memberId: MemberId): string => memberId

const frozenBy = (tables: TableReader, memberId: MemberId): readonly string[] =>
  tables.of(freezes).get(memberId)?.frozenBy ?? []
const alone = (tables: TableReader, memberId: MemberId): readonly FrozenAlone[] =>
  tables.of(freezes).get(memberId)?.alone ?? []

const freezing = (power: PowerName, lasts: Ms, clock: Pick<Clock, 'wall'>): Effect => ({
  power,
  memberOf: itself,
  refuse: isMember,
  captureInputs: () => ({ at: Math.floor(clock.wall()) }),
  carryOut(tables, { subject, signers }, { wall }, inputs) {
    const at = (inputs as Inputs)?.at ?? null
    const heldBefore = memberOf(tables, subject)!.heldUntil ?? 0
    const { heldUntil } = freezeMember(tables, subject, { held: wall + lasts })
    note(tables, subject, {
      by: signers.map(({ operatorId }) => operatorId),
      at,
      goesOn: at === null || at < heldBefore,
    })
    return done({ until: heldUntil }, [accountFrozen(subject)])
  },
})

/** The signers of the freeze that stands now (`goesOn`: with those before), and the freezes of one alone. */
function note(
  tables: TableAccess,
  memberId: MemberId,
  { by, at, goesOn }: { by: readonly string[]; at: Ms | null; goesOn: boolean },
): void {
  const table = tables.of(freezes)
  const known = table.get(memberId) ?? table.insert({ memberId, frozenBy: [], alone: [] })
  const more =
    at !== null && by.length === 1
      ? [...countedAlone(known.alone, at), { operatorId: by[0]!, at }]
      : known.alone
  table.update(known, { frozenBy: [...new Set([...(goesOn ? known.frozenBy : []), ...by])], alone: more })
}

const LASTS: Readonly<Record<string, Ms>> = {
  'trading.freeze': FREEZE_ALONE,
  'trading.freeze-on': FREEZE_TOGETHER,
}
/**
 * The start of the firm's freeze of these acts (oldest first); null: there was none. A longer one goes on
 * with the first, one after an end begins anew.
 */
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

/**
 * A freeze that ends by itself would never end, if one person, or several by turns, could begin it anew
 * (decision 104).
 */
function freezingAlone(clock: Pick<Clock, 'wall'>): Effect {
  const now = () => ({ at: Math.floor(clock.wall()) })
  return {
    ...freezing('trading.freeze', FREEZE_ALONE, clock),
    excluded(tables, memberId, inputs = now()) {
      const { once, at } = (inputs as Inputs) ?? {}
      return at !== undefined
        ? countedAlone(alone(tables, memberId), at).map(({ operatorId }) => operatorId)
        : once
          ? frozenBy(tables, memberId)
          : []
    },
    refuse(tables, memberId, _body, inputs) {
      const { at } = (inputs as Inputs) ?? {}
      const again = at === undefined ? null : aloneAgainAt(alone(tables, memberId), at)
      return isMember(tables, memberId) ?? (again === null ? null : no('FROZEN_ALONE_OFTEN', { again }))
    },
  }
}

/**
 * Takeover suspected: a reviewer freezes for 24 h, two for longer, and another one lifts it. The member sees
 * each at once.
 */
export const freezeEffects = (clock: Pick<Clock, 'wall'>): readonly Effect[] => [
  freezingAlone(clock),
  freezing('trading.freeze-on', FREEZE_TOGETHER, clock),
  {
    power: 'trading.unfreeze',
    memberOf: itself,
    refuse: (tables, memberId) =>
      isMember(tables, memberId) ??
      (memberOf(tables, memberId)!.heldUntil === null ? no('NOT_FROZEN') : null),
    excluded: frozenBy,
    carryOut(tables, { subject }) {
      unfreezeMember(tables, subject, 'held')
      const row = tables.of(freezes).get(subject)
      if (row !== undefined) tables.of(freezes).update(row, { frozenBy: [] })
      return done(null)
    },
  },
]
