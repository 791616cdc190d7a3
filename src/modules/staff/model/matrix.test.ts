import { expect, it } from 'vitest'
import { POWER_NAMES, powerOf, type PowerName } from '#registry/powers.ts'
import { signaturesOf } from './matrix.ts'
import { ROLES } from './power.ts'

/** Rows of security-and-trust 1, as they stand there. */
it.each<[PowerName, Record<string, number[]>]>([
  ['deposit.credit', { treasurer: [1], reviewer: [2] }],
  ['identity.accept', { reviewer: [1] }],
  ['operator.add', { administrator: [1], auditor: [2] }],
  ['operator.role', { administrator: [1], auditor: [2] }],
  ['operator.name', { administrator: [1], auditor: [2] }],
  ['operator.deputise', { administrator: [1], auditor: [2] }],
  ['trading.freeze-on', { reviewer: [1, 2] }],
  ['trading.release', { reviewer: [1, 2] }],
  ['level.change', {}],
])('%s is signed by %o', (name, signed) => {
  const found = ROLES.map((role) => [role, signaturesOf(powerOf(name), role)] as const)
  expect(Object.fromEntries(found.filter(([, places]) => places.length > 0))).toEqual(signed)
})

it('every signature of every power has a role that may give it, and no other', () => {
  for (const name of POWER_NAMES) {
    const places = ROLES.flatMap((role) => signaturesOf(powerOf(name), role))
    expect(new Set(places).size, name).toBe(powerOf(name).signers.length)
  }
})
