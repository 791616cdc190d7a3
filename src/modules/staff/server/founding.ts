import { no } from '#kernel/result.ts'
import { defineCommand, done, type Call } from '#platform/engine/command.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import type { Ms } from '#kernel/time.ts'
import { FIRM, founderId, FOUNDERS, isInvitedByFirm } from '../model/founders.ts'
import { NOT_INVITED } from './open-operator.ts'
import { nextNumber } from './held-roles.ts'
import { INVITE_LIFE } from './operator-effects.ts'
import { askForSet, currentSet } from './recovery.ts'
import { allOpenPasskeys } from './open-passkeys.ts'
import { operators, type OperatorRow } from './tables.ts'

/** Pair of the first founding: `op-first-administrator`, `op-first-auditor`. */
const FIRST = 'first'

const canAnybodySign = (tables: TableReader): boolean => allOpenPasskeys(tables).length > 0

/** Whoever the firm invited, and who did not come in time. */
const late = (tables: TableReader, now: Ms): OperatorRow[] =>
  tables
    .of(operators)
    .all()
    .filter((each) => isInvitedByFirm(each) && now >= each.inviteUntil!)
const isAnyInvited = (tables: TableReader): boolean => tables.of(operators).all().some(isInvitedByFirm)

/**
 * True if the firm has somebody to invite: a start does. A console with recovery codes that nobody can sign
 * at any more is entered by them.
 */
export const isFoundingDue = (tables: TableReader, now: Ms): boolean =>
  late(tables, now).length > 0 ||
  (!canAnybodySign(tables) && !isAnyInvited(tables) && currentSet(tables) === undefined)

/**
 * Outside the demo setting, as long as nobody can sign: an administrator and an auditor who may enrol, each
 * by a code of their own. Whoever of the two does not come in time is invited again, also where the other one
 * has enrolled: one of them alone can add nobody. With them recovery codes are asked for. `again`: records
 * from before that rule have none.
 */
export const foundConsole = defineCommand({
  type: 'staff.found',
  captureInputs: (world): { id: string; again?: true } => ({ id: world.id(), again: true }),
  run(tables, _input: null, { id, again }, call) {
    if (again !== true) return foundAtOnce(tables, id, call)
    if (!isFoundingDue(tables, call.at)) return no('ALREADY_FOUNDED')
    const known = late(tables, call.at)
    if (known.length > 0)
      return done({ founders: known.map((operator) => inviteAgain(tables, operator, id, call.at)) })
    askForSet(tables, `${id}-recovery`, call.at)
    return done({ founders: invitePair(tables, FIRST, id, call.at) })
  },
})

function foundAtOnce(tables: TableAccess, id: string, call: Call) {
  if (canAnybodySign(tables)) return no('ALREADY_FOUNDED')
  return done({ founders: invitePair(tables, FIRST, id, call.at) })
}

function inviteAgain(tables: TableAccess, operator: OperatorRow, id: string, at: Ms): string {
  tables.of(operators).update(operator, { invite: `${id}-${operator.role}`, inviteUntil: at + INVITE_LIFE })
  return operator.id
}

/** Invites an administrator and an auditor; answers their ids. */
export function invitePair(tables: TableAccess, pair: string, id: string, at: Ms): string[] {
  const table = tables.of(operators)
  return FOUNDERS.map((role) => {
    const invited = { invite: `${id}-${role}`, inviteUntil: at + INVITE_LIFE, invitedBy: [FIRM] }
    const founder = founderId(pair, role)
    const known = table.get(founder)
    if (known === undefined)
      table.insert({
        id: founder,
        role,
        number: nextNumber(tables, role),
        publicKey: '',
        isDemo: false,
        since: at,
        ...NOT_INVITED,
        ...invited,
      })
    else table.update(known, { ...invited, endedAt: null })
    return founder
  })
}
