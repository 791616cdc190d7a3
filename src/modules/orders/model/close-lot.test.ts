import { expect, test } from 'vitest'
import { decideCloseLot, type CloseLot } from './close-lot.ts'
import type { MarketFacts } from './place-order.ts'
import { CLOSE_LOT_REJECTIONS, type CloseLotRejection } from './rejections.ts'
import { PLAIN_TERMS } from './terms.ts'

const quote = {
  lastTenths: 34_820,
  previousCloseTenths: 34_100,
  bidTenths: 34_810,
  askTenths: 34_830,
  upperLimitTenths: 41_100,
  lowerLimitTenths: 27_100,
  firstDay: false,
}
const facts = (patch: Partial<MarketFacts> = {}): MarketFacts => ({
  tradingUnlocked: true,
  instrument: { unit: 100, tickTable: 'topix500', sharesOutstanding: 0 },
  phase: 'continuous',
  dates: null,
  quote,
  stale: false,
  openOrders: 0,
  ownOrders: [],
  sameFunds: null,
  ...patch,
})
const lot = {
  code: 'S214',
  number: 'L-1',
  side: 'up',
  openQuantity: 500,
  closingQuantity: 200,
  status: 'closing',
  leverageTenths: 10,
  tradeDate: '2026-11-19',
  openedAt: 200,
} as const
const all: CloseLot = { ...PLAIN_TERMS, quantity: null, type: 'market', priceTenths: null }
const at = (priceYen: number): CloseLot => ({
  ...all,
  quantity: 100,
  type: 'limit',
  priceTenths: priceYen * 10,
})

const refusals: [
  CloseLotRejection,
  Partial<MarketFacts>,
  typeof lot | { status: 'closed' } | null,
  CloseLot,
  Record<string, unknown>,
][] = [
  ['TRADING_LOCKED', { tradingUnlocked: false }, lot, all, {}],
  ['LOT_NOT_FOUND', {}, null, all, {}],
  ['LOT_CLOSED', {}, { ...lot, status: 'closed' }, all, {}],
  ['UNKNOWN_ISSUE', { instrument: null }, lot, all, { code: 'S214' }],
  ['QUOTE_STALE', { stale: true }, lot, all, {}],
  ['PRICE_REQUIRED', {}, lot, { ...all, type: 'limit' }, {}],
  ['PRICE_NOT_ALLOWED', {}, lot, { ...all, priceTenths: 34_800 }, {}],
  ['CONDITION_NEEDS_LIMIT', {}, lot, { ...all, condition: 'limit-then-market' }, {}],
  ['IOC_WITH_CONDITION', {}, lot, { ...all, condition: 'at-close', timeInForce: 'ioc' }, {}],
  ['IOC_FOR_DAY_ONLY', {}, lot, { ...all, timeInForce: 'ioc', validity: 'week' }, {}],
  ['CONDITION_FOR_DAY_ONLY', {}, lot, { ...all, condition: 'at-close', validity: 'week' }, {}],
  ['VALID_UNTIL_REQUIRED', {}, lot, { ...all, validity: 'date' }, {}],
  ['VALID_UNTIL_NOT_ALLOWED', {}, lot, { ...all, validUntil: '2026-11-20' }, {}],
  [
    'VALID_UNTIL_OUTSIDE',
    { dates: { first: '2026-11-19', last: '2026-12-10', weekEnd: '2026-11-20', until: null } },
    lot,
    { ...all, validity: 'date', validUntil: '2026-12-11' },
    { last: '2026-12-10' },
  ],
  ['SESSION_OPENED', {}, lot, { ...all, condition: 'at-open' }, {}],
  ['IOC_OUTSIDE_TRADING', { phase: 'closed' }, lot, { ...all, timeInForce: 'ioc' }, {}],
  ['LIMIT_ORDERS_ONLY', { quote: { ...quote, firstDay: true } }, lot, all, { code: 'S214' }],
  ['LOT_SIZE', {}, lot, { ...all, quantity: 50 }, { lotSize: 100 }],
  ['QUANTITY_ABOVE_LOT', {}, lot, { ...all, quantity: 400 }, { free: 300, open: 500 }],
  ['PRICE_OFF_TICK', {}, lot, at(3_480.5), { below: 3_480, above: 3_481 }],
  ['PRICE_OUTSIDE_LIMIT', {}, lot, at(2_709), { lower: 2_710, upper: 4_110 }],
  ['TOO_MANY_OPEN_ORDERS', { openOrders: 200 }, lot, all, { max: 200 }],
  [
    'SELF_CROSS',
    { ownOrders: [{ number: 'O-9', side: 'up', priceTenths: 27_100, condition: 'none' }] },
    lot,
    all,
    { number: 'O-9' },
  ],
  [
    'SAME_FUNDS',
    {
      sameFunds: {
        sales: { tradeDate: '2026-11-19', firstAt: 100, soldYen: 348_000, roundTripYen: 0 },
        tradeDate: '2026-11-19',
        freeYen: 48_000,
      },
    },
    lot,
    all,
    { code: 'S214', lacksYen: 300_000 },
  ],
]

test('every refusal of the contract has its way in, in the order of the list', () => {
  expect(refusals.map(([code]) => code)).toEqual([...CLOSE_LOT_REJECTIONS])
})

test.each(refusals)('%s', (rejection, patch, of, input, detail) => {
  expect(decideCloseLot(facts(patch), of as typeof lot | null, input)).toMatchObject({
    ok: false,
    rejection,
    detail,
  })
})

test.each<[quantity: number | null, isTaken: boolean]>([
  [null, true],
  [125, true],
  [100, true],
  [25, true],
  [50, false],
  [110, false],
  [124, false],
  [1, false],
])('of 125 free shares %s: %s', (quantity, isTaken) => {
  const decided = decideCloseLot(
    facts(),
    { ...lot, openQuantity: 125, closingQuantity: 0 },
    { ...all, quantity },
  )
  expect(decided).toMatchObject(
    isTaken ? { ok: true, value: { quantity: quantity ?? 125 } } : { ok: false, rejection: 'LOT_SIZE' },
  )
})

test('who may not trade is told so, whatever lot was asked for', () => {
  expect(decideCloseLot(facts({ tradingUnlocked: false }), null, all)).toMatchObject({
    rejection: 'TRADING_LOCKED',
  })
})

test('nothing is left to close when all of it is on its way', () => {
  expect(decideCloseLot(facts(), { ...lot, closingQuantity: 500 }, all)).toMatchObject({
    rejection: 'QUANTITY_ABOVE_LOT',
    detail: { free: 0 },
  })
})

test('without a quantity all that is free is closed: a long sells, a short buys', () => {
  expect(decideCloseLot(facts(), lot, all)).toEqual({ ok: true, value: { quantity: 300, side: 'down' } })
  expect(decideCloseLot(facts(), { ...lot, side: 'down' }, all)).toEqual({
    ok: true,
    value: { quantity: 300, side: 'up' },
  })
})
