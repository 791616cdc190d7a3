import { describe, expect, test } from 'vitest'
import {
  APPLICATION_STATUSES,
  decided,
  nextStatus,
  type ApplicationEvent,
  type ApplicationStatus,
} from './application.ts'
import { leftOf, taken } from './inventory.ts'

const LEGAL: Record<string, ApplicationStatus> = { 'applying traded': 'success', 'applying lapsed': 'failed' }
const moves = APPLICATION_STATUSES.flatMap((status) =>
  (['traded', 'lapsed'] as const).map((event): [ApplicationStatus, ApplicationEvent] => [status, event]),
)

describe('an application', () => {
  test.each(moves)('%s, its order %s', (status, event) =>
    expect(nextStatus(status, event)).toBe(LEGAL[`${status} ${event}`] ?? null),
  )

  test.each([
    ['all of it', 3, 300, { status: 'success', takenUnits: 3, backUnits: 0 }],
    ['nothing', 3, 0, { status: 'failed', takenUnits: 0, backUnits: 3 }],
    ['a unit of three', 3, 100, { status: 'success', takenUnits: 1, backUnits: 2 }],
    ['less than a unit, which stays taken', 1, 40, { status: 'success', takenUnits: 1, backUnits: 0 }],
  ] as const)('of %s traded', (_name, units, filled, expected) =>
    expect(decided('applying', units, 100, filled)).toEqual(expected),
  )

  test.each([
    ['success', 100],
    ['failed', 0],
  ] as const)('that is %s is not decided again', (status, filled) =>
    expect(() => decided(status, 1, 100, filled)).toThrow('cannot be decided again'),
  )
  test('never trades more than was taken for it', () =>
    expect(() => decided('applying', 1, 100, 101)).toThrow('101 shares traded of 1 units'))
})

describe('an inventory', () => {
  const row = { longUnits: 5, longLeft: 5, shortUnits: 2, shortLeft: 1 }
  test('is taken from and given back to, each side for itself', () => {
    expect(taken(row, 'up', 5)).toEqual({ longLeft: 0 })
    expect(taken(row, 'down', -1)).toEqual({ shortLeft: 2 })
    expect([leftOf(row, 'up'), leftOf(row, 'down')]).toEqual([5, 1])
  })
  test.each([
    ['more than there is', 'up', 6],
    ['more than there is, short', 'down', 2],
    ['back more than there was', 'up', -1],
  ] as const)('never holds %s', (_name, side, units) =>
    expect(() => taken(row, side, units)).toThrow('an inventory of'),
  )
})
