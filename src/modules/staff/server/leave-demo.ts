import { defineCommand, done } from '#platform/engine/command.ts'
import type { TableAccess } from '#platform/engine/table.ts'
import type { Ms } from '#kernel/time.ts'
import { nextStatus } from '../model/approval.ts'
import { endPasskeys } from './operator-effects.ts'
import { NOT_INVITED } from './open-operator.ts'
import { approvals, operators } from './tables.ts'

/**
 * The demo setting is over: printed codes have opened the console to anybody. Every operator ends, also whom
 * the printed ones have added, and so does every request that they have begun to sign. The console is founded
 * anew then, as at a first start (`staff.found`).
 */
export const leaveDemo = defineCommand({
  type: 'staff.leave-demo',
  captureInputs: () => undefined,
  run(tables, _input: null, _inputs, call) {
    const open = tables
      .of(operators)
      .all()
      .filter(({ endedAt }) => endedAt === null)
    for (const operator of open) {
      endPasskeys(tables, operator.id, call.at)
      tables.of(operators).update(operator, { ...NOT_INVITED, endedAt: call.at })
    }
    return done({ ended: open.map(({ id }) => id), lapsed: lapseAll(tables, call.at) })
  },
})

function lapseAll(tables: TableAccess, at: Ms): number {
  const open = tables
    .of(approvals)
    .range('askedAt', 'all', { to: at })
    .filter(({ status }) => status === 'open')
  for (const row of open)
    tables.of(approvals).update(row, { status: nextStatus('open', 'expire')!, isOver: true })
  return open.length
}
