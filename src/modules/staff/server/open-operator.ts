import type { AppContext } from '#modules/module.ts'
import { defineCommand, done, SYSTEM_CALLER } from '#platform/engine/command.ts'
import type { Role } from '../model/power.ts'
import { demoKey, publicKeyOf } from './operator-keys.ts'
import { operators, type OperatorRow } from './tables.ts'

/** Two of each role and a third reviewer, for appeals (product decision 0). */
const DEMO_OPERATORS: readonly (readonly [Role, number])[] = [
  ['support', 2],
  ['reviewer', 3],
  ['treasurer', 2],
  ['listing', 2],
  ['auditor', 2],
  ['administrator', 2],
]

export const demoOperatorId = (role: Role, number: number): string => `demo-${role}-${number}`

/** The invitation fields of an operator's row when there is no invitation. */
export const NOT_INVITED = { invite: null, inviteUntil: null, invitedBy: null, endedAt: null } as const

type OpenOperator = Pick<OperatorRow, 'id' | 'role' | 'number' | 'publicKey'>

/** Makes a demo operator known to commands; changes nothing for one who is. */
export const openDemoOperator = defineCommand({
  type: 'staff.open-demo-operator',
  captureInputs: () => undefined,
  run(tables, input: OpenOperator, _inputs, call) {
    const table = tables.of(operators)
    const known = table.get(input.id)
    if (known === undefined) table.insert({ ...input, isDemo: true, since: call.at, ...NOT_INVITED })
    // The key file was changed, and the keys with it.
    else if (known.publicKey !== input.publicKey) table.update(known, { publicKey: input.publicKey })
    return done({ id: input.id })
  },
})

/** Demo setting: the operators that there are, as far as they are not there yet. */
export async function settleDemoOperators(context: AppContext): Promise<void> {
  for (const [role, count] of DEMO_OPERATORS) {
    for (let number = 1; number <= count; number++) {
      const id = demoOperatorId(role, number)
      const publicKey = publicKeyOf(demoKey(context.config.keys.demo, id))
      if (context.engine.read.of(operators).get(id)?.publicKey === publicKey) continue
      await context.engine.submit(openDemoOperator, { id, role, number, publicKey }, SYSTEM_CALLER)
    }
  }
}
