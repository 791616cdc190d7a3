import { availableParallelism } from 'node:os'
import { expect, it } from 'vitest'
import { MINUTE } from '#kernel/time.ts'
import { simulateInAProcess } from './in-a-process.ts'

const IS_LONG = process.env['TEST_LONG'] === '1'
/** The short form is what the suite can pay for (docs/testing.md#what-the-simulation-covers). */
const { seeds, steps } = IS_LONG ? { seeds: 5_000, steps: 5_000 } : { seeds: 25, steps: 300 }
/** Acts that a run must have done, or it has shown nothing about them. */
const DONE = [
  'order.place',
  'order.cancel',
  'order.amend',
  'lot.close',
  'lots.close',
  'lot.exits',
  'withdrawal.request',
  'withdrawal.cancel',
  'deposit.request',
  'bank-account.add',
  'loan.apply',
  'draw.apply',
  'day-trade.apply',
]
const SIGNED = [
  'deposit.credit',
  'withdrawal.approve',
  'withdrawal.deny',
  'withdrawal.mark-paid',
  'loan.approve',
  'identity.accept',
  'bank-account.accept',
  'block-sale.publish',
  'stock.halt',
  'fees.set',
]
/** Money that came free while its member owed something. */
const MET = [
  'execution.apply order-release',
  'execution.apply margin-return',
  'execution.apply profit',
  'execution.apply sale',
  'order.cancel order-release',
]

it(
  `${seeds} seeds of ${steps} steps with faults break no invariant`,
  async () => {
    // Hours of the long form are shared by the processors; the short one leaves the other to the rest of the
    // suite.
    const parts = IS_LONG ? availableParallelism() : 1
    const each = Math.ceil(seeds / parts)
    const ran = await Promise.all(
      Array.from({ length: parts }, (_, part) =>
        simulateInAProcess({ seeds: each, steps, from: 1 + part * each }),
      ),
    )
    expect(ran.flatMap(({ found }) => found ?? [])).toEqual([])
    expect(ran.reduce((sum, { crashes }) => sum + crashes, 0)).toBeGreaterThan(seeds)
    const times = (name: string) => ran.reduce((sum, { outcomes }) => sum + (outcomes[name] ?? 0), 0)
    for (const type of DONE) expect(times(`${type} done`), type).toBeGreaterThan(0)
    for (const what of MET) expect(times(`${what} met a debt`), what).toBeGreaterThan(0)
    for (const power of SIGNED) expect(times(`${power} signed`), power).toBeGreaterThan(0)
  },
  IS_LONG ? 24 * 60 * MINUTE : 5 * MINUTE,
)

it(
  'a seed lives through the same again',
  async () => {
    const [one, again] = await Promise.all([
      simulateInAProcess({ seeds: 1, steps: 300, from: 7 }),
      simulateInAProcess({ seeds: 1, steps: 300, from: 7 }),
    ])
    expect({ ...again, cpuMs: 0 }).toEqual({ ...one, cpuMs: 0 })
  },
  3 * MINUTE,
)
