import { iso, type Ms } from '#kernel/time.ts'
import type { TableReader } from '#platform/engine/table.ts'
import type { AppContext } from '#modules/module.ts'
import { FIRM, isInvitedByFirm, otherOf } from '../model/founders.ts'
import type { HandedOver } from './handed-over.ts'
import { halfOf } from './sign-in.ts'
import { operators, type OperatorRow } from './tables.ts'

/** Beginning of the names of files with an invitation: the operator's id. */
const INVITATION = /^op-/

/**
 * Invitations that the firm itself gives: each lies in a file of its own until it is used or over. `settle`
 * writes those that are open and removes the others.
 */
export function firmInvitations(context: AppContext, files: HandedOver) {
  const { config, clock } = context
  const open = (): OperatorRow[] => openInvitations(context.engine.read, clock.wall())
  return {
    settle(): void {
      const invited = open()
      for (const operator of invited)
        files.write(
          operator.id,
          invitationText(operator, halfOf(config.keys.pepper, operator, FIRM), consoleAt(config)),
        )
      const ids = new Set(invited.map(({ id }) => id))
      for (const name of files.names()) if (INVITATION.test(name) && !ids.has(name)) files.remove(name)
    },
    /** Paths of the open invitations. */
    paths: (): string[] => open().map(({ id }) => files.pathOf(id)),
  }
}
export type FirmInvitations = ReturnType<typeof firmInvitations>

const openInvitations = (tables: TableReader, now: Ms): OperatorRow[] =>
  tables
    .of(operators)
    .all()
    .filter((each) => isInvitedByFirm(each) && now < each.inviteUntil!)

const consoleAt = ({ consoleHost, origin, port }: AppContext['config']): string =>
  consoleHost === null
    ? `${origin ?? `http://localhost:${port}`}/console/`
    : `https://${consoleHost}/console/`

/** Language of the start's own output: English. */
const invitationText = (
  { id, role, number, inviteUntil }: OperatorRow,
  code: string,
  address: string,
): string =>
  `Akari: an invitation to the operators' console, for one person.

  Role      ${role} ${number}
  Operator  ${id}
  Code      ${code}
  Until     ${iso(inviteUntil!)}
  Console   ${address} (First sign-in)

Give this file to the ${role} alone. The other invitation (${otherOf(id)}) is for another person:
whoever has both could sign alone what takes two. Enrol on a device of your own.
The server removes this file once the code is used or over.
`
