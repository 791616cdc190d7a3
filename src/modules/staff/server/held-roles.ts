import { no, type Refusal } from '#kernel/result.ts'
import { dateJst, iso, type DateJst, type Ms } from '#kernel/time.ts'
import type { Clock } from '#platform/clock.ts'
import { defineCommand, done } from '#platform/engine/command.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import type { Signature } from '../model/approval.ts'
import {
  apartFrom,
  endOfDeputy,
  isDeputyDay,
  isHeldAt,
  MOST_DEPUTY_DAYS,
  type HeldRole,
} from '../model/held-roles.ts'
import { ROLES, type Role } from '../model/power.ts'
import type { Act, Effect, When } from './effects.ts'
import { operatorRoles, operators, type OperatorRoleRow, type OperatorRow, type SignedBy } from './tables.ts'

export const isRole = (role: unknown): role is Role => ROLES.includes(role as Role)

/** Numbers of a role are given once, whether it is somebody's own or a further one. */
export const nextNumber = (tables: TableReader, role: Role): number =>
  1 +
  Math.max(
    0,
    ...[...tables.of(operators).all(), ...tables.of(operatorRoles).all()]
      .filter((each) => each.role === role)
      .map(({ number }) => number),
  )

export const isThere = (tables: TableReader, operatorId: string): Refusal | null => {
  const operator = tables.of(operators).get(operatorId)
  return operator === undefined || operator.endedAt !== null ? no('OPERATOR_UNKNOWN') : null
}

/** All that an operator holds at this time, the own role first; none: they have left. `now`: wall clock. */
export function heldBy(tables: TableReader, operatorId: string, now: Ms): readonly HeldRole[] {
  const operator = tables.of(operators).get(operatorId)
  if (operator === undefined || operator.endedAt !== null) return []
  return [
    { role: operator.role, number: operator.number, deputy: false },
    ...tables
      .of(operatorRoles)
      .by('operator', operatorId)
      .filter((row) => isHeldAt(row, now))
      .map(({ role, number, until }) => ({ role, number, deputy: until !== null })),
  ]
}
export const rolesOf = (tables: TableReader, operatorId: string, now: Ms): Role[] =>
  heldBy(tables, operatorId, now).map(({ role }) => role)

/** Roles that an operator has held: the own one, by the newest act that gave it, and the further ones. */
export const rolesView = (
  tables: TableReader,
  { id, role, number, since, endedAt }: OperatorRow,
  act: { at: Ms; signatures: readonly Signature[] } | undefined,
) => [
  {
    role,
    number,
    since: iso(act?.at ?? since),
    until: null,
    reason: null,
    by: signedBy(act?.signatures ?? []),
    endedAt: endedAt === null ? null : iso(endedAt),
    endedBy: null,
  },
  ...tables
    .of(operatorRoles)
    .by('operator', id)
    .toSorted((a, b) => a.since - b.since)
    .map((row) => ({
      role: row.role,
      number: row.number,
      since: iso(row.since),
      until: row.until === null ? null : iso(row.until),
      reason: { code: row.reason },
      by: [...row.grantedBy],
      endedAt: row.endedAt === null ? null : iso(row.endedAt),
      endedBy: row.endedBy === null ? null : [...row.endedBy],
    })),
]

/** Further roles that have not ended yet. */
const open = (tables: TableReader, operatorId: string): OperatorRoleRow[] =>
  tables
    .of(operatorRoles)
    .by('operator', operatorId)
    .filter(({ endedAt }) => endedAt === null)
const further = (tables: TableReader, operatorId: string, role: Role): OperatorRoleRow | undefined =>
  open(tables, operatorId).find((row) => row.role === role)

/** Records from before signatures kept a number have none. */
export const signedBy = (signers: readonly Signature[]): SignedBy[] =>
  signers.map(({ operatorId, role, number = 0 }) => ({ operatorId, role, number }))

/** The refusal of a role beside those that somebody holds; `own`: beside the further ones alone. */
export function besides(
  tables: TableReader,
  operatorId: string,
  role: Role,
  own?: 'replaced',
): Refusal<'ROLES_APART'> | null {
  const held = open(tables, operatorId).map((row) => row.role)
  const apart = apartFrom(
    role,
    own === 'replaced' ? held : [tables.of(operators).get(operatorId)!.role, ...held],
  )
  return apart === null ? null : no('ROLES_APART', { role, other: apart })
}
/** The refusal of an own role that they hold as a further one: that one is withdrawn before. */
export const holdsFurther = (tables: TableReader, operatorId: string, role: Role): Refusal | null =>
  further(tables, operatorId, role) === undefined ? null : no('ROLE_HELD')

/** Whoever leaves holds nothing any more. */
export function endRoles(
  tables: TableAccess,
  operatorId: string,
  at: Ms,
  signers: readonly Signature[],
): void {
  for (const row of open(tables, operatorId))
    tables.of(operatorRoles).update(row, { endedAt: at, endedBy: signedBy(signers) })
}

type GrantBody = { role: Role; until?: DateJst }

function grant(
  tables: TableAccess,
  { subject, body: { role }, reason, signers }: Act<GrantBody>,
  { wall, id }: When,
  until: Ms | null,
) {
  // A deputy's term is followed by the next one, or by the role for good, under the same number.
  const before = further(tables, subject, role)
  if (before !== undefined)
    tables.of(operatorRoles).update(before, { endedAt: wall, endedBy: signedBy(signers) })
  const number = before?.number ?? nextNumber(tables, role)
  tables
    .of(operatorRoles)
    .insert({
      id,
      operatorId: subject,
      role,
      number,
      since: wall,
      until,
      reason: reason!.code,
      grantedBy: signedBy(signers),
      endedAt: null,
      endedBy: null,
    })
  return done({ operatorId: subject, role, number, until })
}

/** Refused alike: nobody there, no role, one that they hold for good, one that theirs do not go with. */
const refuseGrant = (tables: TableReader, operatorId: string, { role }: GrantBody): Refusal | null =>
  isThere(tables, operatorId) ??
  (!isRole(role)
    ? no('OPERATOR_FORM')
    : tables.of(operators).get(operatorId)!.role === role || further(tables, operatorId, role)?.until === null
      ? no('ROLE_HELD')
      : besides(tables, operatorId, role))

const itself = (_tables: TableReader, operatorId: string): readonly string[] => [operatorId]
const nobody = (): null => null

/**
 * Further roles of operators (decision 0165): granted, lent until a date and withdrawn by an administrator
 * and an auditor, none of them a deputy, never by the person whom it is about.
 */
export const roleEffects = (clock: Pick<Clock, 'wall'>): readonly Effect[] => [
  {
    power: 'operator.grant',
    takes: ['role'],
    memberOf: nobody,
    excluded: itself,
    refuse: refuseGrant,
    carryOut: (tables, act, when) => grant(tables, act as Act<GrantBody>, when, null),
  },
  {
    power: 'operator.deputise',
    takes: ['role', 'until'],
    memberOf: nobody,
    excluded: itself,
    captureInputs: () => ({ today: dateJst(Math.floor(clock.wall())) }),
    refuse: (tables, operatorId, body: GrantBody, { today }: { today: DateJst }) =>
      refuseGrant(tables, operatorId, body) ??
      (isDeputyDay(body.until, today) ? null : no('DEPUTY_DAY', { most: MOST_DEPUTY_DAYS })),
    carryOut: (tables, act, when) =>
      grant(tables, act as Act<GrantBody>, when, endOfDeputy((act.body as GrantBody).until!)),
  },
  {
    power: 'operator.withdraw',
    takes: ['role'],
    memberOf: nobody,
    excluded: itself,
    refuse: (tables, operatorId, { role }: GrantBody) =>
      isThere(tables, operatorId) ??
      (further(tables, operatorId, role) === undefined ? no('ROLE_NOT_HELD') : null),
    carryOut(tables, { subject, body, signers }, { wall }) {
      const { role } = body as GrantBody
      const row = further(tables, subject, role)!
      tables.of(operatorRoles).update(row, { endedAt: wall, endedBy: signedBy(signers) })
      return done({ operatorId: subject, role })
    },
  },
]

/** Further roles whose date has come and is not written down yet. `now`: wall clock. */
export const deputiesOver = (tables: TableReader, now: Ms): OperatorRoleRow[] =>
  tables
    .of(operatorRoles)
    .all()
    .filter((row) => row.endedAt === null && !isHeldAt(row, now))

/** Writes down that a deputy holds the role no more; nothing could be signed in it since the date. */
export const endDeputy = defineCommand({
  type: 'staff.end-deputy',
  captureInputs: () => undefined,
  run(tables, { id }: Pick<OperatorRoleRow, 'id' | 'operatorId' | 'role'>, _inputs, call) {
    const row = tables.of(operatorRoles).get(id)
    if (row === undefined || row.endedAt !== null || isHeldAt(row, call.at)) return no('ROLE_NOT_HELD')
    tables.of(operatorRoles).update(row, { endedAt: row.until })
    return done({ operatorId: row.operatorId, role: row.role })
  },
})
