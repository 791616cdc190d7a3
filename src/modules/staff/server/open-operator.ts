import type { AppContext } from '#modules/module.ts'
import { defineCommand, done, SYSTEM_CALLER } from '#platform/engine/command.ts'
import { ROLES, type Role } from '../model/power.ts'
import { demoKey, publicKeyOf } from './operator-keys.ts'
import { giveName, nameOf } from './operator-names.ts'
import { operators, type OperatorRow } from './tables.ts'

/** Two of each role and a third reviewer, for appeals (product decision 0), by their names. */
const DEMO_OPERATORS: Readonly<Record<Role, readonly string[]>> = {
  support: ['中村 美咲', '小川 拓也'],
  reviewer: ['佐々木 健', '林 由美子', '松本 悠'],
  treasurer: ['山田 直樹', '井上 綾'],
  listing: ['清水 誠', '岡田 里奈'],
  auditor: ['藤田 和彦', '村上 千尋'],
  administrator: ['西村 浩二', '原 真由美'],
}

export const demoOperatorId = (role: Role, number: number): string => `demo-${role}-${number}`

/** The invitation fields of an operator's row when there is no invitation. */
export const NOT_INVITED = { invite: null, inviteUntil: null, invitedBy: null, endedAt: null } as const

/** Records from before operators had names have none. */
type OpenOperator = Pick<OperatorRow, 'id' | 'role' | 'number' | 'publicKey'> & { name?: string }

/** Makes a demo operator known to commands; changes nothing for one who is. */
export const openDemoOperator = defineCommand({
  type: 'staff.open-demo-operator',
  captureInputs: () => undefined,
  run(tables, { name, ...input }: OpenOperator, _inputs, call) {
    const table = tables.of(operators)
    const known = table.get(input.id)
    if (known === undefined) table.insert({ ...input, isDemo: true, since: call.at, ...NOT_INVITED })
    // The key file was changed, and the keys with it.
    else if (known.publicKey !== input.publicKey) table.update(known, { publicKey: input.publicKey })
    if (name !== undefined && nameOf(tables, input.id) === null) giveName(tables, input.id, name, call.at)
    return done({ id: input.id })
  },
})

/** Demo setting: the operators that there are, as far as they are not there yet. */
export async function settleDemoOperators(context: AppContext): Promise<void> {
  const { read } = context.engine
  for (const role of ROLES) {
    for (const [at, name] of DEMO_OPERATORS[role].entries()) {
      const number = at + 1
      const id = demoOperatorId(role, number)
      const publicKey = publicKeyOf(demoKey(context.config.keys.demo, id))
      if (read.of(operators).get(id)?.publicKey === publicKey && nameOf(read, id) !== null) continue
      await context.engine.submit(openDemoOperator, { id, role, number, publicKey, name }, SYSTEM_CALLER)
    }
  }
}
