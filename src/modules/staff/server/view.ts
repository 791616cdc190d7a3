import { iso, type Ms } from '#kernel/time.ts'
import { powerKey } from '#registry/powers.ts'
import type { OperatorActView } from '../contract.ts'
import { endOfRequest } from '../model/approval.ts'
import type { StoredAct } from './queries.ts'

/**
 * An act in the reader's language. `numberOf`: which one of their role an operator is. `now`: of the wall
 * clock.
 */
export function actView(
  row: StoredAct,
  text: (key: string) => string,
  numberOf: (operatorId: string) => number,
  now: Ms,
): OperatorActView {
  const { id, power, subject, at, reason, signatures } = row
  const end = endOfRequest(row, now)
  return {
    id,
    status: end?.status ?? 'carried-out',
    endsAt: end === null ? null : iso(end.at),
    power,
    what: text(powerKey(power)),
    subject,
    at: iso(at),
    reason: reason === null ? null : { code: reason, words: text(`staff.reason.${reason}`), text: row.text },
    approvals: signatures.map((each) => ({
      role: each.role,
      number: each.number ?? numberOf(each.operatorId),
      at: iso(each.at),
      desk: each.desk,
    })),
    demoDesk: signatures.some(({ desk }) => desk),
    serverKeys: signatures.some(({ by }) => by === undefined),
    simulated: true,
  }
}
