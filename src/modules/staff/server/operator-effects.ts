import { no } from '#kernel/result.ts'
import { DAY, type Ms } from '#kernel/time.ts'
import { defineCommand, done } from '#platform/engine/command.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import { isInvitedByFirm, otherOf } from '../model/founders.ts'
import type { Role } from '../model/power.ts'
import type { Effect } from './effects.ts'
import { besides, endRoles, holdsFurther, isRole, isThere, nextNumber, signedBy } from './held-roles.ts'
import { NOT_INVITED } from './open-operator.ts'
import { giveName, nameOf, refuseName } from './operator-names.ts'
import { operatorPasskeys, operators } from './tables.ts'

/** Time for which somebody who was added, or whose keys were changed, may enrol a passkey. */
export const INVITE_LIFE: Ms = DAY
const ID = /^op-[0-9a-z-]{8,60}$/

export function endPasskeys(tables: TableAccess, operatorId: string, at: Ms): void {
  for (const key of tables.of(operatorPasskeys).by('operator', operatorId))
    if (key.endedAt === null) tables.of(operatorPasskeys).update(key, { endedAt: at })
}
const itself = (_tables: TableReader, operatorId: string): readonly string[] => [operatorId]
const nobody = (): null => null

/**
 * The operators of the console: changed by an administrator and an auditor, never by the person whom it is
 * about. All of it is public.
 */
export const operatorEffects: readonly Effect[] = [
  {
    power: 'operator.add',
    memberOf: nobody,
    // Without a name whoever is new gives it as they enrol.
    refuse: (tables, operatorId, { role, name }) =>
      !isRole(role) || !ID.test(operatorId)
        ? no('OPERATOR_FORM')
        : tables.of(operators).get(operatorId) !== undefined
          ? no('OPERATOR_KNOWN')
          : name === undefined
            ? null
            : refuseName(tables, name),
    carryOut(tables, { subject, body, signers }, { wall, id }) {
      const { role, name } = body as { role: Role; name?: string }
      const number = nextNumber(tables, role)
      tables
        .of(operators)
        .insert({
          id: subject,
          role,
          number,
          publicKey: '',
          isDemo: false,
          since: wall,
          ...NOT_INVITED,
          invite: id,
          inviteUntil: wall + INVITE_LIFE,
          invitedBy: signers.map(({ operatorId }) => operatorId),
        })
      if (name !== undefined) giveName(tables, subject, name, wall, signedBy(signers))
      return done({ operatorId: subject, role, number })
    },
  },
  {
    power: 'operator.role',
    memberOf: nobody,
    excluded: itself,
    refuse: (tables, operatorId, { role }: { role: Role | null }) =>
      isThere(tables, operatorId) ??
      (role !== null && !isRole(role)
        ? no('OPERATOR_FORM')
        : tables.of(operators).get(operatorId)!.role === role
          ? no('ROLE_SAME')
          : role === null
            ? null
            : (holdsFurther(tables, operatorId, role) ?? besides(tables, operatorId, role, 'replaced'))),
    carryOut(tables, { subject, body, signers }, { wall }) {
      const operator = tables.of(operators).get(subject)!
      const { role } = body as { role: Role | null }
      if (role === null) {
        endPasskeys(tables, subject, wall)
        endRoles(tables, subject, wall, signers)
        tables.of(operators).update(operator, { ...NOT_INVITED, endedAt: wall })
      } else tables.of(operators).update(operator, { role, number: nextNumber(tables, role) })
      return done({ operatorId: subject, role })
    },
  },
  {
    power: 'key.rotate',
    memberOf: nobody,
    excluded: itself,
    refuse: isThere,
    carryOut(tables, { subject, signers }, { wall, id }) {
      endPasskeys(tables, subject, wall)
      tables
        .of(operators)
        .update(tables.of(operators).get(subject)!, {
          invite: id,
          inviteUntil: wall + INVITE_LIFE,
          invitedBy: signers.map(({ operatorId }) => operatorId),
        })
      return done({ operatorId: subject })
    },
  },
]

type Enrol = {
  operatorId: string
  invite: string
  passkey: { id: string; publicKey: string; transports: string; counter: number }
  /** The browser's answer, whole: anybody can see that the key is a device's. */
  clientDataJSON: string
  attestationObject: string
  /** The other one of a pair that the firm invited: whoever enrols has confirmed not to be that one. */
  other?: string | null
  /** Of whoever has none yet; nobody else's is changed by it. */
  name?: string | null
}

/**
 * Keeps the passkey of whoever came with the whole code of an invitation, which is good once, and the name of
 * whoever has none. `apart`: records from before those whom the firm invites named the other one have none;
 * `named`: those from before operators had names.
 */
export const enrolPasskey = defineCommand({
  type: 'staff.enrol',
  captureInputs: (): { apart?: true; named?: true } | undefined => ({ apart: true, named: true }),
  run(tables, { operatorId, invite, passkey, other = null, name = null }: Enrol, inputs, call) {
    const operator = tables.of(operators).get(operatorId)
    if (
      operator === undefined ||
      operator.endedAt !== null ||
      operator.invite !== invite ||
      call.at >= (operator.inviteUntil ?? 0)
    )
      return no('INVITE_OVER')
    if (inputs?.apart && isInvitedByFirm(operator) && other !== otherOf(operatorId))
      return no('OTHER_UNNAMED')
    const isNamed = inputs?.named !== true || nameOf(tables, operatorId) !== null
    const wrongName = isNamed ? null : refuseName(tables, name)
    if (wrongName !== null) return wrongName
    if (tables.of(operatorPasskeys).get(passkey.id) !== undefined) return no('PASSKEY_WRONG')
    if (!isNamed) giveName(tables, operatorId, name!, call.at)
    tables.of(operatorPasskeys).insert({ ...passkey, operatorId, since: call.at, endedAt: null })
    tables.of(operators).update(operator, { invite: null, inviteUntil: null, invitedBy: null })
    return done({ operatorId })
  },
})

/** Whoever signs in moves the counter of the passkey on: an answer counts once. */
export const countPasskey = defineCommand({
  type: 'staff.count',
  captureInputs: () => undefined,
  run(tables, { id, counter }: { id: string; counter: number }) {
    const key = tables.of(operatorPasskeys).get(id)!
    if (counter <= key.counter && !(counter === 0 && key.counter === 0)) return no('PASSKEY_WRONG')
    if (counter !== key.counter) tables.of(operatorPasskeys).update(key, { counter })
    return done({ id })
  },
})
