import { describe, expect, test } from 'vitest'
import { everyDayCalendar, tseCalendar } from '#modules/instruments/model/calendar.ts'
import type { Phase } from '#modules/instruments/model/schedule.ts'
import { CONDITIONS, ORDER_TYPES, TIMES_IN_FORCE, VALIDITIES } from './order.ts'
import { PLACE_ORDER_REJECTIONS } from './rejections.ts'
import {
  lastDayOf,
  PLAIN_TERMS,
  refusedByTerms,
  takesOrders,
  validityDates,
  type Terms,
  type TermsRejection,
} from './terms.ts'

const PHASES: readonly Phase[] = ['closed', 'pre-open', 'continuous', 'lunch', 'pre-closing']
const dates = validityDates(tseCalendar, { validity: 'date', validUntil: '2026-11-30' }, '2026-11-19')!

/** Market rules 3, written out: what may go together, and in which sessions. */
const LEGAL: [
  type: Terms['type'],
  condition: Terms['condition'],
  timeInForce: Terms['timeInForce'],
  validities: readonly Terms['validity'][],
  phases: readonly Phase[],
][] = [
  ['market', 'none', 'day', VALIDITIES, PHASES],
  ['market', 'none', 'ioc', ['day'], ['continuous']],
  ['market', 'at-open', 'day', ['day'], ['closed', 'pre-open', 'lunch']],
  ['market', 'at-close', 'day', ['day'], PHASES],
  ['limit', 'none', 'day', VALIDITIES, PHASES],
  ['limit', 'none', 'ioc', ['day'], ['continuous']],
  ['limit', 'at-open', 'day', ['day'], ['closed', 'pre-open', 'lunch']],
  ['limit', 'at-close', 'day', ['day'], PHASES],
  ['limit', 'limit-then-market', 'day', ['day'], PHASES],
  ['stop', 'none', 'day', VALIDITIES, PHASES],
  ['stop-limit', 'none', 'day', VALIDITIES, PHASES],
]
const isLegal = (phase: Phase, terms: Terms): boolean =>
  LEGAL.some(
    ([type, condition, timeInForce, validities, phases]) =>
      type === terms.type &&
      condition === terms.condition &&
      timeInForce === terms.timeInForce &&
      validities.includes(terms.validity) &&
      phases.includes(phase),
  ) &&
  (terms.priceTenths !== null) === terms.type.endsWith('limit') &&
  (terms.triggerTenths !== null) === terms.type.startsWith('stop') &&
  (terms.trailTenths === null || terms.type.startsWith('stop')) &&
  (terms.validUntil !== null) === (terms.validity === 'date')

/** The claim of each refusal about the order. */
const SAYS: Record<TermsRejection, (phase: Phase, terms: Terms) => boolean> = {
  PRICE_REQUIRED: (_, { type, priceTenths }) => type.endsWith('limit') && priceTenths === null,
  PRICE_NOT_ALLOWED: (_, { type, priceTenths }) => !type.endsWith('limit') && priceTenths !== null,
  TRIGGER_REQUIRED: (_, { type, triggerTenths }) => type.startsWith('stop') && triggerTenths === null,
  TRIGGER_NOT_ALLOWED: (_, { type, triggerTenths }) => !type.startsWith('stop') && triggerTenths !== null,
  TRAIL_NOT_ALLOWED: (_, { type, trailTenths }) => !type.startsWith('stop') && trailTenths === 500,
  STOP_WITH_CONDITION: (_, { type, condition }) => type.startsWith('stop') && condition !== 'none',
  CONDITION_NEEDS_LIMIT: (_, { type, condition }) => condition === 'limit-then-market' && type !== 'limit',
  IOC_WITH_CONDITION: (_, { timeInForce, condition }) => timeInForce === 'ioc' && condition !== 'none',
  IOC_WITH_STOP: (_, { timeInForce, type }) => timeInForce === 'ioc' && type.startsWith('stop'),
  IOC_FOR_DAY_ONLY: (_, { timeInForce, validity }) => timeInForce === 'ioc' && validity !== 'day',
  CONDITION_FOR_DAY_ONLY: (_, { condition, validity }) => condition !== 'none' && validity !== 'day',
  VALID_UNTIL_REQUIRED: (_, { validity, validUntil }) => validity === 'date' && validUntil === null,
  VALID_UNTIL_NOT_ALLOWED: (_, { validity, validUntil }) => validity !== 'date' && validUntil !== null,
  VALID_UNTIL_OUTSIDE: () => false,
  SESSION_OPENED: (phase, { condition }) =>
    condition === 'at-open' && (phase === 'continuous' || phase === 'pre-closing'),
  IOC_OUTSIDE_TRADING: (phase, { timeInForce }) => timeInForce === 'ioc' && phase !== 'continuous',
}

const every: [Phase, Terms][] = PHASES.flatMap((phase) =>
  ORDER_TYPES.flatMap((type) =>
    CONDITIONS.flatMap((condition) =>
      TIMES_IN_FORCE.flatMap((timeInForce) =>
        VALIDITIES.flatMap((validity) =>
          [null, 34_800].flatMap((priceTenths) =>
            [null, 35_000].flatMap((triggerTenths) =>
              [null, 500].flatMap((trailTenths) =>
                [null, '2026-11-30'].map((validUntil): [Phase, Terms] => [
                  phase,
                  {
                    type,
                    condition,
                    timeInForce,
                    validity,
                    priceTenths,
                    triggerTenths,
                    trailTenths,
                    validUntil,
                  },
                ]),
              ),
            ),
          ),
        ),
      ),
    ),
  ),
)

describe('every combination of type, condition, validity, session and price', () => {
  test('passes when the rules allow it, and else says the first rule that it breaks', () => {
    const allowed = every.filter(([phase, terms]) => {
      const refusal = refusedByTerms({ phase, dates }, terms)
      expect(refusal === null, `${phase} ${JSON.stringify(terms)} ${refusal?.rejection}`).toBe(
        isLegal(phase, terms),
      )
      if (refusal !== null) {
        const first = (Object.keys(SAYS) as TermsRejection[]).find((name) => SAYS[name](phase, terms))
        expect(refusal.rejection).toBe(first)
      }
      return refusal === null
    })
    expect([every.length, allowed.length]).toEqual([7_680, 5 * 12 + 2 + 2 * 3 + 3 * 5 + 5 * 6])
  })

  test('is refused in the order of the contract', () => {
    const inContract = PLACE_ORDER_REJECTIONS.filter((name) => name in SAYS)
    expect(inContract).toEqual(Object.keys(SAYS))
  })
})

describe('validity', () => {
  const until = (
    tradeDate: string,
    validity: Terms['validity'],
    validUntil: string | null = null,
    calendar = tseCalendar,
  ) => {
    const asked = validityDates(calendar, { validity, validUntil }, tradeDate)
    const refusal = refusedByTerms(
      { phase: 'continuous', dates: asked },
      { ...PLAIN_TERMS, type: 'market', priceTenths: null, validity, validUntil },
    )
    return refusal ?? lastDayOf({ validity }, tradeDate, asked)
  }
  // Thursday 19 November 2026; Monday 23 November is a holiday.
  const cases: [name: string, said: unknown, is: unknown][] = [
    ['today', until('2026-11-19', 'day'), '2026-11-19'],
    ['this week, to its last trading day', until('2026-11-19', 'week'), '2026-11-20'],
    ['this week, on its last day', until('2026-11-20', 'week'), '2026-11-20'],
    ['a week that ends with a holiday', until('2026-04-28', 'week'), '2026-05-01'],
    ['every day of an always-open week', until('2026-11-19', 'week', null, everyDayCalendar), '2026-11-22'],
    ['a date', until('2026-11-19', 'date', '2026-11-24'), '2026-11-24'],
    ['a holiday: the trading day before it', until('2026-11-19', 'date', '2026-11-23'), '2026-11-20'],
    ['the entry day itself', until('2026-11-19', 'date', '2026-11-19'), '2026-11-19'],
    [
      '15 business days, the entry day counted (market rules 3: entered 12 March 2024, last day 2 April)',
      until('2024-03-12', 'date', '2024-04-02'),
      '2024-04-02',
    ],
    [
      'a day later',
      until('2024-03-12', 'date', '2024-04-03'),
      expect.objectContaining({
        rejection: 'VALID_UNTIL_OUTSIDE',
        detail: { first: '2024-03-12', last: '2024-04-02' },
      }),
    ],
    [
      'yesterday',
      until('2026-11-19', 'date', '2026-11-18'),
      expect.objectContaining({ rejection: 'VALID_UNTIL_OUTSIDE' }),
    ],
    [
      'no date at all',
      until('2026-11-19', 'date', '2026-11-31'),
      expect.objectContaining({ rejection: 'VALID_UNTIL_OUTSIDE' }),
    ],
  ]
  test.each(cases)('%s', (_, said, is) => expect(said).toEqual(is))

  test('an order for its day asks no calendar; without one the others end with it too', () => {
    expect(validityDates(tseCalendar, { validity: 'day', validUntil: null }, '2026-11-19')).toBe(null)
    expect([
      lastDayOf({ validity: 'week' }, '2026-11-19', null),
      lastDayOf({ validity: 'day' }, '2026-11-19', dates),
      lastDayOf({ validity: 'week' }, '2026-11-19', dates),
    ]).toEqual(['2026-11-19', '2026-11-19', '2026-11-20'])
    const dateless = {
      ...PLAIN_TERMS,
      type: 'market',
      priceTenths: null,
      validity: 'date',
      validUntil: '2027-01-04',
    } as const
    expect(refusedByTerms({ phase: 'continuous', dates: null }, dateless)).toBe(null)
    expect(
      refusedByTerms(
        { phase: 'continuous', dates: { ...dates, until: null } },
        { ...dateless, validity: 'week', validUntil: null },
      ),
    ).toBe(null)
  })
})

test('the venue takes orders in every phase but two', () =>
  expect(PHASES.filter(takesOrders)).toEqual(['pre-open', 'continuous', 'pre-closing']))
