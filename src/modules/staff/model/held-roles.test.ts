import { expect, it, test } from 'vitest'
import { timeJst } from '#kernel/time.ts'
import { POWER_NAMES, powerOf } from '#registry/powers.ts'
import { apartFrom, endOfDeputy, isDeputyDay, isHeldAt } from './held-roles.ts'
import { ROLES, type Role } from './power.ts'

const DAY_AFTER = timeJst('2026-12-01', 0)

test.each<[string, { until: number | null; endedAt: number | null }, number, boolean]>([
  ['for good', { until: null, endedAt: null }, DAY_AFTER, true],
  ['withdrawn', { until: null, endedAt: 1 }, DAY_AFTER, false],
  ['a deputy on the last day', { until: DAY_AFTER, endedAt: null }, DAY_AFTER - 1, true],
  ['a deputy at its end', { until: DAY_AFTER, endedAt: null }, DAY_AFTER, false],
  ['withdrawn before the date', { until: DAY_AFTER, endedAt: 1 }, 2, false],
])('a role %s', (_, row, now, held) => expect(isHeldAt(row, now)).toBe(held))

it('a deputy’s last day is whole, in Japan', () => expect(endOfDeputy('2026-11-30')).toBe(DAY_AFTER))

test.each<[unknown, boolean]>([
  ['2026-11-27', false],
  ['2026-11-28', true],
  ['2027-02-27', true],
  ['2027-02-28', false],
  ['2026-11-31', false],
  ['', false],
  [null, false],
  [1_795_000_000_000, false],
])('last day %s, asked on 28 November', (day, ok) => expect(isDeputyDay(day, '2026-11-28')).toBe(ok))

it('no one person holds the two roles of which a power wants a signature each', () => {
  const pairs = POWER_NAMES.flatMap((name) => {
    const { signers } = powerOf(name)
    return signers.flatMap((roles, place) =>
      roles.flatMap((role) =>
        signers
          .slice(place + 1)
          .flat()
          .filter((other) => other !== role)
          .map((other) => ({ name, role, other })),
      ),
    )
  })
  expect(pairs.length).toBeGreaterThan(10)
  expect(pairs.filter(({ role, other }) => apartFrom(role, [other]) !== other)).toEqual([])
})

it('is the same both ways, and never a role beside itself', () => {
  for (const one of ROLES) {
    expect(apartFrom(one, [one])).toBeNull()
    for (const other of ROLES) expect(apartFrom(one, [other]) === null).toBe(apartFrom(other, [one]) === null)
  }
  expect(apartFrom('support', ['reviewer', 'listing'] satisfies Role[])).toBeNull()
})
