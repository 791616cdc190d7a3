import type { MemberId } from '#kernel/id.ts'
import { no, type Refusal } from '#kernel/result.ts'
import { DAY, type Ms } from '#kernel/time.ts'
import type { Clock } from '#platform/clock.ts'
import { done } from '#platform/engine/command.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import { accountFrozen } from '#modules/identity/server/events.ts'
import { freezeMember, memberOf, unfreezeMember } from '#modules/identity/server/public.ts'
import {
  ALONE_WITHIN,
  aloneAgainAt,
  countedAlone,
  FREEZE_ALONE,
  FREEZE_TOGETHER,
  type FrozenAlone,
} from '../model/freeze.ts'
import type { PowerName } from '#registry/powers.ts'
import { openRequest } from './act.ts'
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
/** Powers that end the firm's freeze; the first until decision 0173. */
const ENDS_FREEZE: ReadonlySet<string> = new Set<PowerName>(['trading.unfreeze', 'trading.release'])

/**
 * The start of the firm's freeze of these acts (oldest first); null: there was none. A longer one goes on
 * with the first, one after an end begins anew.
 */
export function heldSince(acts: readonly { power: string; at: Ms }[]): Ms | null {
  let since: Ms | null = null
  let until = 0
  for (const { power, at } of acts) {
    const lasts = LASTS[power]
    if (ENDS_FREEZE.has(power)) until = 0
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
    excludedBy: () => no('FROZEN_ALONE_ONCE', { days: ALONE_WITHIN / DAY }),
    refuse(tables, memberId, _body, inputs) {
      const { at } = (inputs as Inputs) ?? {}
      const again = at === undefined ? null : aloneAgainAt(alone(tables, memberId), at)
      return isMember(tables, memberId) ?? (again === null ? null : no('FROZEN_ALONE_OFTEN', { again }))
    },
  }
}

/** The firm's freeze of this account ends now; what the member froze stays so. */
function release(tables: TableAccess, memberId: MemberId): void {
  unfreezeMember(tables, memberId, 'held')
  const row = tables.of(freezes).get(memberId)
  if (row !== undefined) tables.of(freezes).update(row, { frozenBy: [] })
}

/** The end by one person: for journals of before decision 0173 alone, since the power is retired. */
const unfreezing: Effect = {
  power: 'trading.unfreeze',
  memberOf: itself,
  refuse: (tables, memberId) =>
    isMember(tables, memberId) ?? (memberOf(tables, memberId)!.heldUntil === null ? no('NOT_FROZEN') : null),
  excluded: frozenBy,
  carryOut(tables, { subject }) {
    release(tables, subject)
    return done(null)
  },
}

/**
 * The end by two, of whom one had no part in the freeze: once one of those who froze has signed, the others
 * of them may not. So a firm with two reviewers can end what one of them began.
 */
const releasing = (clock: Pick<Clock, 'wall'>): Effect => {
  const now = () => ({ at: Math.floor(clock.wall()) })
  return {
    power: 'trading.release',
    memberOf: itself,
    captureInputs: now,
    refuse(tables, memberId, _body, inputs) {
      const { at } = (inputs as { at: Ms } | null) ?? now()
      const until = memberOf(tables, memberId)?.heldUntil ?? null
      return isMember(tables, memberId) ?? (until === null || at >= until ? no('NOT_FROZEN') : null)
    },
    excluded(tables, memberId, inputs) {
      const { at } = (inputs as { at: Ms } | null | undefined) ?? now()
      const open = openRequest(tables, 'trading.release', memberId, at)
      const signed = open?.power === 'trading.release' ? open.signatures : []
      const froze = frozenBy(tables, memberId)
      const hasSigned = (operatorId: string) => signed.some((each) => each.operatorId === operatorId)
      return froze.some(hasSigned) ? froze.filter((operatorId) => !hasSigned(operatorId)) : []
    },
    carryOut(tables, { subject }) {
      release(tables, subject)
      return done(null)
    },
  }
}

/**
 * A ground to freeze: a reviewer freezes for 24 h, two for longer, and two end it. The member sees each at
 * once.
 */
export const freezeEffects = (clock: Pick<Clock, 'wall'>): readonly Effect[] => [
  freezingAlone(clock),
  freezing('trading.freeze-on', FREEZE_TOGETHER, clock),
  unfreezing,
  releasing(clock),
]
