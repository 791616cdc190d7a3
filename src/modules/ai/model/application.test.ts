import { expect, test } from 'vitest'
import {
  APPLICATION_STATUSES,
  nextStatus,
  refusedApplication,
  type ApplicationEvent,
  type ApplicationStatus,
  type ApplyFacts,
} from './application.ts'

const EVENTS: ApplicationEvent[] = ['cancel', 'sent', 'filled', 'unfilled', 'refused']
/** Every legal transition; all others are none. */
const LEGAL: Record<string, ApplicationStatus> = {
  'applying waiting cancel': 'cancelled',
  'applying waiting sent': 'applying',
  'applying waiting refused': 'failed',
  'applying sent filled': 'success',
  'applying sent unfilled': 'failed',
}
test.each(
  APPLICATION_STATUSES.flatMap((status) =>
    [false, true].flatMap((isSent) =>
      EVENTS.map((event) => [status, isSent ? 'sent' : 'waiting', event] as const),
    ),
  ),
)('%s, %s, meets %s', (status, where, event) =>
  expect(nextStatus({ status, isSent: where === 'sent' }, event)).toBe(
    LEGAL[`${status} ${where} ${event}`] ?? null,
  ),
)

const FACTS: ApplyFacts = {
  level: 'beginner',
  isFrozen: false,
  isCardOpen: true,
  isAhead: true,
  mostUnits: 10,
  usedUnits: 0,
  valueYen: 200_000,
  neededYen: 200_110,
  freeYen: 500_000,
  promisedYen: 0,
}
test.each<[string, Partial<ApplyFacts>, units: number, rejection: string | null]>([
  ['may be', {}, 1, null],
  ['by a member without a verified identity', { level: 'experience' }, 1, 'LEVEL_TOO_LOW'],
  ['of a frozen account', { isFrozen: true }, 1, 'ACCOUNT_FROZEN'],
  ['before the card opens or after it closes', { isCardOpen: false }, 1, 'CARD_NOT_OPEN'],
  ['once the order is due', { isAhead: false }, 1, 'PICK_CLOSED'],
  ['for all that one member may', {}, 10, null],
  ['for more than that', {}, 11, 'UNITS_ABOVE_MEMBER'],
  ['for more than that together with an earlier one', { usedUnits: 8 }, 3, 'UNITS_ABOVE_MEMBER'],
  [
    'above the largest order of the level',
    { valueYen: 10_000_001, neededYen: 1 },
    1,
    'ORDER_VALUE_ABOVE_LEVEL',
  ],
  ['with exactly the money', { freeYen: 200_110 }, 1, null],
  ['with a yen too little', { freeYen: 200_109 }, 1, 'INSUFFICIENT_BUYING_POWER'],
  [
    'with money that another application will need',
    { freeYen: 400_000, promisedYen: 200_000 },
    1,
    'INSUFFICIENT_BUYING_POWER',
  ],
  [
    'everything wrong at once: the first of the list',
    { level: 'experience', isFrozen: true, isCardOpen: false, isAhead: false, freeYen: 0 },
    99,
    'LEVEL_TOO_LOW',
  ],
])('an application %s', (_, change, units, rejection) =>
  expect(refusedApplication({ ...FACTS, ...change }, units)?.rejection ?? null).toBe(rejection),
)
