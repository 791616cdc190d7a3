import { describe, expect, test } from 'vitest'
import { dayOrder, decideApply, hedgingTenths, type Apply, type ApplyFacts } from './decide.ts'
import { OWN_REJECTIONS, type OwnRejection } from './rejections.ts'

const TODAY = '2026-11-19'
const facts: ApplyFacts = {
  status: 'open',
  tradeOn: TODAY,
  tradeDate: TODAY,
  inventory: { longUnits: 10, longLeft: 4, shortUnits: 10, shortLeft: 10 },
  perMemberUnits: 5,
  memberUnits: 2,
  pending: null,
  stale: false,
  touch: { bidTenths: 33_990, askTenths: 34_000 },
}
const apply: Apply = { code: 'S214', side: 'up', units: 1, priceTenths: 34_000, leverageTenths: 20 }

const cases: [OwnRejection, Partial<ApplyFacts>, Partial<Apply>, object][] = [
  ['LISTING_UNKNOWN', { status: null }, {}, {}],
  ['LISTING_VOID', { status: 'void' }, {}, {}],
  ['NOT_OPEN_YET', { status: 'published' }, {}, {}],
  ['WINDOW_CLOSED', { status: 'closed' }, {}, {}],
  ['NOT_TRADE_DAY', { tradeDate: '2026-11-18' }, {}, { date: TODAY }],
  ['NOT_IN_INVENTORY', { inventory: null }, {}, { code: 'S214' }],
  ['APPLICATION_PENDING', { pending: 'O-1' }, {}, { number: 'O-1' }],
  ['ABOVE_MEMBER_UNITS', {}, { units: 4 }, { most: 5, taken: 2 }],
  ['INVENTORY_SHORT', { memberUnits: 0 }, { units: 5 }, { left: 4 }],
  ['HEDGING_PRICE_OLD', { stale: true }, {}, {}],
  ['NO_HEDGING_PRICE', { touch: { bidTenths: 33_990, askTenths: null } }, {}, { code: 'S214' }],
  ['HEDGING_PRICE_MOVED', {}, { priceTenths: 33_990 }, { shown: 3_399, now: 3_400 }],
]

describe('applying', () => {
  test.each(cases)('%s', (rejection, change, asked, detail) =>
    expect(decideApply({ ...facts, ...change }, { ...apply, ...asked })).toEqual({
      ok: false,
      rejection,
      detail,
    }),
  )
  test('each refusal has its case, in the order in which they are asked', () =>
    expect(cases.map(([name]) => name)).toEqual(OWN_REJECTIONS))
  test.each([
    [
      'nothing of this side is let',
      { inventory: { longUnits: 10, longLeft: 4, shortUnits: 0, shortLeft: 0 } },
      { side: 'down' as const },
      'NOT_IN_INVENTORY',
    ],
    [
      'a short whose buyer went lower',
      {},
      { side: 'down' as const, priceTenths: 34_000 },
      'HEDGING_PRICE_MOVED',
    ],
    ['no quote at all', { touch: null }, {}, 'HEDGING_PRICE_OLD'],
  ] as const)('is refused where %s', (_name, change, asked, rejection) =>
    expect(decideApply({ ...facts, ...change }, { ...apply, ...asked })).toMatchObject({ rejection }),
  )
  test.each([
    ['at the price shown', {}],
    ['at a price that moved in the member’s favour', { priceTenths: 34_010 }],
    ['for all that the member may still take', { units: 3 }],
    ['to sell short', { side: 'down' as const, priceTenths: 33_990 }],
  ])('%s is taken', (_name, asked) =>
    expect(decideApply(facts, { ...apply, ...asked })).toEqual({ ok: true, value: null }),
  )
})

test('the hedging price is the far touch', () =>
  expect([hedgingTenths('up', facts.touch!), hedgingTenths('down', facts.touch!)]).toEqual([34_000, 33_990]))
test('the order trades at once at the price shown or better, or not at all', () => {
  expect(dayOrder({ ...apply, units: 3 }, 100)).toMatchObject({
    type: 'limit',
    priceTenths: 34_000,
    quantity: 300,
    timeInForce: 'ioc',
    validity: 'day',
    condition: 'none',
    leverageTenths: 20,
  })
})
