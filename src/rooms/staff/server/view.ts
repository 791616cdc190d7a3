import { iso } from '#kernel/time.ts'
import type { OperatorActView } from '../contract.ts'
import type { StoredAct } from './queries.ts'

/** An act in the reader's language. `numberOf`: which one of their role an operator is. */
export function actView(row: StoredAct, text: (key: string) => string, numberOf: (operatorId: string) => number): OperatorActView {
  const { id, power, subject, at, reason, signatures } = row
  return {
    id, status: 'carried-out', power, what: text(`staff.power.${power}`), subject, at: iso(at),
    reason: reason === null ? null : { code: reason, words: text(`staff.reason.${reason}`), text: row.text },
    approvals: signatures.map((each) => ({ role: each.role, number: each.number ?? numberOf(each.operatorId), at: iso(each.at), desk: each.desk })),
    demoDesk: signatures.some(({ desk }) => desk), serverKeys: signatures.some(({ by }) => by === undefined), simulated: true,
  }
}
