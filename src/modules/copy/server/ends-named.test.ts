import { expect, test } from 'vitest'
import { defineCommand, done } from '#platform/engine/command.ts'
import { members } from '#modules/identity/server/tables.ts'
import { MEMBER, moneyDesk, TODAY } from '#modules/orders/server/money.fixture.ts'
import type { PoolState } from '../model/states.ts'
import { stakeCommand } from './open-pool.ts'
import { subscribeCommand } from './subscriptions.ts'
import { COPY_TABLES, pools } from './tables.ts'

const POOL = 'CPY-2026-0001'
const terms = { opensAt: 0, closesAt: 9e15, minimumYen: 1, capYen: 9e9, leadStakeYen: 1_000 }
const times = () => ({ at: 5, tradeDate: TODAY })
const deps = {
  times,
  held: () => ({ holdings: [], prices: {} }),
  listings: { terms: () => ({ id: POOL, terms, isVoid: false }) },
} as never

const setUp = defineCommand({
  type: 'test.pool',
  captureInputs: () => undefined,
  run(tables, { state }: { state: PoolState }) {
    tables.of(pools).insert({ id: POOL, leadMemberId: MEMBER, state, units: 0, leadUnits: 0 } as never)
    return done({ members: tables.of(members).all().length })
  },
})

const rejectionOf = (command: object, state: PoolState): string => {
  const desk = moneyDesk({ tables: COPY_TABLES })
  desk.submit(setUp, { state }, null)
  const outcome = desk.submit(command as never, { poolId: POOL, yen: 10_000 }, MEMBER)
  return (outcome as { rejection: string }).rejection
}
/** The command as a record of before has it: without the input that came with the names. */
const before = <C extends { captureInputs: (...args: never[]) => object }>(command: C): C => ({
  ...command,
  captureInputs: (...args: never[]) => {
    const { endsNamed: _, ...inputs } = command.captureInputs(...args) as { endsNamed?: true }
    return inputs
  },
})

test.each([
  ['void', 'POOL_VOID', 'POOL_NOT_OPEN'],
  ['announced', 'POOL_VOID', 'POOL_NOT_OPEN'],
  ['closing', 'POOL_LATE', 'POOL_NOT_OPEN'],
] as const)('a subscription of a pool that is %s: %s, and %s in a journal of before', (state, now, then) => {
  const command = subscribeCommand(deps)
  expect([rejectionOf(command, state), rejectionOf(before(command), state)]).toEqual([now, then])
})

test('the stake of a void pool: its end by name, and too late in a journal of before', () => {
  const command = stakeCommand(deps)
  expect([rejectionOf(command, 'void'), rejectionOf(before(command), 'void')]).toEqual([
    'POOL_VOID',
    'POOL_LATE',
  ])
})
