import { describe, expect, test } from 'vitest'
import { cappedAt, levelFacts } from './level-facts.ts'
import { money, QUOTE as quote, someFacts as facts } from './order.fixture.ts'
import { placeOrderOf } from './order.ts'
import {
  decidePlaceOrder,
  isReached,
  MAX_OPEN_ORDERS,
  refusedByMargin,
  refusedByPrice,
  type PlaceOrderFacts,
} from './place-order.ts'
import { refusedByOwnOrders } from './own-orders.ts'
import { PLACE_ORDER_REJECTIONS, type PlaceOrderRejection } from './rejections.ts'

type Ticket = Partial<Parameters<typeof placeOrderOf>[0]>
const ticket = (patch: Ticket = {}) =>
  placeOrderOf({ code: 'S214', side: 'up', type: 'market', quantity: 100, leverage: 1, ...patch })
const limit = (price: number, patch: Ticket = {}) => ticket({ type: 'limit', price, ...patch })

const stop = (triggerPrice: number, patch: Ticket = {}) => ticket({ type: 'stop', triggerPrice, ...patch })

/** 300,000 of the money came from buying and selling the issue today. */
const roundTrip = {
  sales: { tradeDate: '2026-11-19', firstAt: 1, soldYen: 300_000, roundTripYen: 300_000 },
  tradeDate: '2026-11-19',
  freeYen: 600_000,
}

/** One way into each refusal, and figures that its sentence shows. In the order in which they are checked. */
const refusals: [
  PlaceOrderRejection,
  Partial<PlaceOrderFacts>,
  ReturnType<typeof ticket>,
  Record<string, unknown>,
][] = [
  ['TRADING_LOCKED', { tradingUnlocked: false }, ticket(), {}],
  ['UNKNOWN_ISSUE', { instrument: null }, ticket(), { code: 'S214' }],
  ['QUOTE_STALE', { stale: true }, ticket(), {}],
  ['PRICE_REQUIRED', {}, ticket({ type: 'limit' }), {}],
  ['PRICE_NOT_ALLOWED', {}, ticket({ price: 3_480 }), {}],
  ['TRIGGER_REQUIRED', {}, ticket({ type: 'stop' }), {}],
  ['TRIGGER_NOT_ALLOWED', {}, ticket({ triggerPrice: 3_500 }), {}],
  ['TRAIL_NOT_ALLOWED', {}, ticket({ trailYen: 10 }), {}],
  ['STOP_WITH_CONDITION', {}, stop(3_500, { condition: 'at-close' }), {}],
  ['CONDITION_NEEDS_LIMIT', {}, ticket({ condition: 'limit-then-market' }), {}],
  ['IOC_WITH_CONDITION', {}, ticket({ condition: 'at-close', timeInForce: 'ioc' }), {}],
  ['IOC_WITH_STOP', {}, stop(3_500, { timeInForce: 'ioc' }), {}],
  ['IOC_FOR_DAY_ONLY', {}, ticket({ timeInForce: 'ioc', validity: 'week' }), {}],
  ['CONDITION_FOR_DAY_ONLY', {}, ticket({ condition: 'at-close', validity: 'week' }), {}],
  ['VALID_UNTIL_REQUIRED', {}, ticket({ validity: 'date' }), {}],
  ['VALID_UNTIL_NOT_ALLOWED', {}, ticket({ validUntil: '2026-11-20' }), {}],
  [
    'VALID_UNTIL_OUTSIDE',
    { dates: { first: '2026-11-19', last: '2026-12-10', weekEnd: '2026-11-20', until: null } },
    ticket({ validity: 'date', validUntil: '2026-12-11' }),
    { first: '2026-11-19', last: '2026-12-10' },
  ],
  ['SESSION_OPENED', {}, ticket({ condition: 'at-open' }), {}],
  ['IOC_OUTSIDE_TRADING', { phase: 'pre-open' }, ticket({ timeInForce: 'ioc' }), {}],
  ['LIMIT_ORDERS_ONLY', { quote: { ...quote, firstDay: true } }, ticket(), { code: 'S214' }],
  ['LOT_SIZE', {}, ticket({ quantity: 150 }), { lotSize: 100 }],
  ['QUANTITY_TOO_LARGE', {}, ticket({ quantity: 1_000_100 }), { max: 1_000_000 }],
  ['PRICE_OFF_TICK', {}, limit(3_480.5), { tick: 1, below: 3_480, above: 3_481 }],
  ['PRICE_OUTSIDE_LIMIT', {}, limit(4_111), { lower: 2_710, upper: 4_110 }],
  ['TRIGGER_OFF_TICK', {}, stop(3_500.5), { tick: 1, below: 3_500, above: 3_501 }],
  ['TRIGGER_OUTSIDE_LIMIT', {}, stop(4_111), { lower: 2_710, upper: 4_110 }],
  ['TRIGGER_REACHED', {}, stop(3_482), { price: 3_482, side: 'up' }],
  ['TRAIL_AMBIGUOUS', {}, stop(3_500, { trailYen: 10, trailBp: 100 }), {}],
  ['TRAIL_OUTSIDE', {}, stop(3_500, { trailYen: 0.5 }), { by: 'yen', least: 1, most: 1_750 }],
  ['NO_PRICE', { quote: null }, ticket(), {}],
  [
    'TRADING_RESTS',
    { limits: levelFacts('beginner', 7) },
    limit(3_480, { quantity: 3_000 }),
    { maxYen: 10_000_000, maxLeverage: 2, until: 7 },
  ],
  [
    'LEVERAGE_ABOVE_LEVEL',
    { limits: levelFacts('intermediate') },
    ticket({ leverage: 3 }),
    { level: 'intermediate', maxLeverage: 2.5, neededLevel: 'advanced' },
  ],
  [
    'SHORT_NEEDS_LEVERAGE_LEVEL',
    { limits: levelFacts('experience') },
    ticket({ side: 'down' }),
    { level: 'experience', neededLevel: 'beginner' },
  ],
  [
    'SHORT_TOO_LARGE',
    { shortToday: 4_000 },
    limit(3_480, { side: 'down', leverage: 2, quantity: 1_100 }),
    { max: 5_000, used: 4_000 },
  ],
  [
    'ORDER_VALUE_ABOVE_LEVEL',
    { limits: levelFacts('experience') },
    limit(3_480, { quantity: 300 }),
    { maxYen: 1_000_000, valueYen: 1_044_000, neededLevel: 'beginner' },
  ],
  [
    'TAKE_PROFIT_OFF_TICK',
    {},
    limit(3_480, { takeProfit: 3_500.5 }),
    { tick: 1, below: 3_500, above: 3_501 },
  ],
  ['TAKE_PROFIT_WRONG_SIDE', {}, limit(3_480, { takeProfit: 3_480 }), { price: 3_480, side: 'up' }],
  [
    'STOP_LOSS_OFF_TICK',
    {},
    limit(3_480, { stopLoss: 2_999.8 }),
    { tick: 0.5, below: 2_999.5, above: 3_000 },
  ],
  [
    'STOP_LOSS_WRONG_SIDE',
    {},
    limit(3_480, { side: 'down', leverage: 2, stopLoss: 3_400 }),
    { price: 3_480, side: 'down' },
  ],
  ['ACCOUNT_FROZEN', { isFrozen: true }, ticket(), {}],
  ['TOO_MANY_OPEN_ORDERS', { openOrders: MAX_OPEN_ORDERS }, ticket(), { max: 200 }],
  ['TOO_MANY_OPEN_LOTS', { openLots: 199, openingOrders: 1 }, ticket(), { max: 200, level: 'advanced' }],
  [
    'SHORTFALL_OPEN',
    { balances: money({ available: 10_000_000, shortfall: 5 }) },
    ticket(),
    { shortfallYen: 5 },
  ],
  ['CALL_UNMET', { callUnmet: true }, ticket(), {}],
  [
    'SELF_CROSS',
    { ownOrders: [{ number: 'O-7', side: 'down', priceTenths: 34_900, condition: 'none' }] },
    limit(3_490),
    { number: 'O-7' },
  ],
  [
    'MINIMUM_MARGIN',
    { balances: money({ available: 299_999 }) },
    ticket({ leverage: 3 }),
    { minimumYen: 300_000, heldYen: 299_774 },
  ],
  [
    'MARGIN_RATIO',
    { balances: money({ available: 1_000_000 }) },
    limit(3_480, { quantity: 1_000, leverage: 3 }),
    { percent: 28.7, minimumPercent: 30 },
  ],
  [
    'INSUFFICIENT_BUYING_POWER',
    { balances: money({ available: 200_000, unsettled: 147_999 }) },
    limit(3_480),
    { neededYen: 348_191, availableYen: 347_999, shortYen: 192 },
  ],
  ['SAME_FUNDS', { sameFunds: roundTrip }, limit(3_480), { code: 'S214', lacksYen: 48_191 }],
]

test('every refusal of the contract has its way in, in the order of the list', () => {
  expect(refusals.map(([code]) => code)).toEqual([...PLACE_ORDER_REJECTIONS])
})

test.each(refusals)('%s', (rejection, patch, order, detail) => {
  expect(decidePlaceOrder(facts(patch), order)).toMatchObject({ ok: false, rejection, detail })
})

test.each([
  ['TRAIL_NOT_ALLOWED', { exitTrailYen: 10 }, {}],
  ['TRAIL_AMBIGUOUS', { stopLoss: 3_000, exitTrailYen: 10, exitTrailBp: 100 }, {}],
  ['TRAIL_OUTSIDE', { stopLoss: 3_100, exitTrailYen: 0.5 }, { by: 'yen', least: 1, most: 1_550 }],
  ['TRAIL_OUTSIDE', { stopLoss: 3_100, exitTrailBp: 5_001 }, { by: 'percent', least: 0.1, most: 50 }],
  [null, { stopLoss: 3_100, exitTrailBp: 5_000 }, {}],
  [null, { stopLoss: 3_100, exitTrailYen: 1 }, {}],
] as const)('the distance of a stop-loss that comes with an order: %s %j', (rejection, exits, detail) => {
  const answer = decidePlaceOrder(facts({}), ticket(exits))
  if (rejection === null) expect(answer.ok).toBe(true)
  else expect(answer).toMatchObject({ rejection, detail })
})

test('the same funds: asked last, of 1× orders alone, and money that tax will take buys nothing', () => {
  const sameFunds = { ...roundTrip, freeYen: 300_000 }
  expect(
    decidePlaceOrder(facts({ sameFunds, balances: money({ available: 300_000 }) }), limit(3_480)),
  ).toMatchObject({ rejection: 'INSUFFICIENT_BUYING_POWER' })
  expect(decidePlaceOrder(facts({ sameFunds }), limit(3_480, { leverage: 2 })).ok).toBe(true)
  expect(decidePlaceOrder(facts({ sameFunds: { ...roundTrip, freeYen: 648_191 } }), limit(3_480)).ok).toBe(
    true,
  )
  const balances = money({ available: 200_000, unsettled: 148_191 })
  expect(decidePlaceOrder(facts({ balances, taxDueYen: 1 }), limit(3_480))).toMatchObject({
    rejection: 'INSUFFICIENT_BUYING_POWER',
    detail: { availableYen: 348_190, shortYen: 1 },
  })
})

test('what the firm takes of one order is the least of its limit and the level’s, and no level opens more', () => {
  const of = (level: string, mostYen: number) => facts({ limits: cappedAt(levelFacts(level), mostYen) })
  expect(decidePlaceOrder(of('advanced', 1_000_000), limit(3_480, { quantity: 300 }))).toMatchObject({
    rejection: 'ORDER_VALUE_ABOVE_LEVEL',
    detail: { maxYen: 1_000_000, valueYen: 1_044_000, neededLevel: 'none' },
  })
  expect(decidePlaceOrder(of('advanced', 1_044_000), limit(3_480, { quantity: 300 })).ok).toBe(true)
  expect(decidePlaceOrder(of('experience', 500_000_000), limit(3_480, { quantity: 300 }))).toMatchObject({
    detail: { maxYen: 1_000_000, neededLevel: 'beginner' },
  })
  expect(decidePlaceOrder(facts({ maxOpenOrders: 20, openOrders: 20 }), ticket())).toMatchObject({
    rejection: 'TOO_MANY_OPEN_ORDERS',
    detail: { max: 20 },
  })
})

const largest: [sharesOutstanding: number, shares: number][] = [
  [0, 1_000_000],
  [1_000_000, 300_000],
  [1_234_500, 370_300],
  [3_333_333, 999_900],
  [3_400_000, 1_000_000],
]
test.each(largest)(
  'of %d shares one order is for %d at most (market rules 3)',
  (sharesOutstanding, shares) => {
    const instrument = { unit: 100, tickTable: 'topix500', sharesOutstanding } as const
    const asked = (quantity: number) =>
      decidePlaceOrder(
        facts({ instrument, balances: money({ available: 90_000_000_000 }) }),
        limit(3_480, { quantity }),
      )
    expect(asked(shares)).not.toMatchObject({ rejection: 'QUANTITY_TOO_LARGE' })
    expect(asked(shares + 100)).toMatchObject({ rejection: 'QUANTITY_TOO_LARGE', detail: { max: shares } })
  },
)

/**
 * The first day of a new listing: what goes out at market, at once or later, is refused for that day
 * (market rules 10).
 */
const firstDay: [
  what: string,
  order: ReturnType<typeof ticket>,
  phase: PlaceOrderFacts['phase'],
  isRefused: boolean,
][] = [
  ['market', ticket(), 'continuous', true],
  ['market before the opening', ticket(), 'pre-open', true],
  ['market at the close', ticket({ condition: 'at-close' }), 'lunch', true],
  ['stop', stop(3_500), 'continuous', true],
  ['limit, then market', limit(3_480, { condition: 'limit-then-market' }), 'continuous', true],
  ['limit', limit(3_480), 'continuous', false],
  ['stop-limit', stop(3_500, { type: 'stop-limit', price: 3_510 }), 'continuous', false],
  ['limit with both exits', limit(3_480, { takeProfit: 3_600, stopLoss: 3_300 }), 'continuous', false],
  ['market for the day after', ticket(), 'closed', false],
]
test.each(firstDay)('first day: %s', (_, order, phase, isRefused) => {
  const said = decidePlaceOrder(facts({ quote: { ...quote, firstDay: true }, phase }), order)
  expect(said.ok ? null : said.rejection).toBe(isRefused ? 'LIMIT_ORDERS_ONLY' : null)
})

/** The last that is allowed and the first that is not. */
const short = (patch: Ticket = {}) => limit(3_480, { side: 'down', leverage: 2, ...patch })
const own = (
  side: 'up' | 'down',
  priceTenths: number | null,
  condition: 'none' | 'limit-then-market' | 'at-close' = 'none',
) => ({ ownOrders: [{ number: 'O-7', side, priceTenths, condition }] })
/** 300 shares are offered below the price of 34,840, and 300 asked for above that of 34,800. */
const BOARD = {
  asks: [
    [34_830, 300],
    [34_840, 500],
  ],
  bids: [
    [34_810, 300],
    [34_800, 500],
  ],
} as const
const onBoard = (patch: Partial<PlaceOrderFacts>) => ({
  ...patch,
  quote: { ...quote, board: BOARD },
  ownByBoard: true,
})
const edges: [
  what: string,
  facts: Partial<PlaceOrderFacts>,
  order: ReturnType<typeof ticket>,
  answer: string | null,
][] = [
  ['at the upper limit', {}, limit(4_110), null],
  ['at the lower limit', {}, limit(2_710), null],
  ['below the lower limit', {}, limit(2_709), 'PRICE_OUTSIDE_LIMIT'],
  ['a trigger at the upper limit', {}, stop(4_110), null],
  ['a trigger to sell at the lower limit', {}, stop(2_710, { side: 'down', leverage: 2 }), null],
  [
    'a trigger to sell below the lower limit',
    {},
    stop(2_709, { side: 'down', leverage: 2 }),
    'TRIGGER_OUTSIDE_LIMIT',
  ],
  ['a trigger that the next price reaches', {}, stop(3_483), null],
  [
    'a trigger to sell of an issue that has not traded',
    { quote: { ...quote, lastTenths: null } },
    stop(3_500, { side: 'down', leverage: 2 }),
    null,
  ],
  ['a trigger where nothing is known of the market', { quote: null }, stop(4_200), 'NO_PRICE'],
  ['a trigger to sell that is reached', {}, stop(3_482, { side: 'down', leverage: 2 }), 'TRIGGER_REACHED'],
  ['a trigger to sell a tick below the price', {}, stop(3_481, { side: 'down', leverage: 2 }), null],
  ['no price of yesterday', { quote: { ...quote, previousCloseTenths: 0 } }, limit(3_480), 'NO_PRICE'],
  ['the smallest price of yesterday', { quote: { ...quote, previousCloseTenths: 1 } }, limit(3_480), null],
  ['the most leverage', {}, limit(3_480, { leverage: 3 }), null],
  ['a tenth more', {}, limit(3_480, { leverage: 3.1 }), 'LEVERAGE_ABOVE_LEVEL'],
  ['a buy where nothing may be sold short', { limits: levelFacts('experience') }, limit(3_480), null],
  ['50 units short', { balances: money({ available: 90_000_000 }) }, short({ quantity: 5_000 }), null],
  ['50 units short in two', { shortToday: 4_900 }, short(), null],
  ['51 units short in two', { shortToday: 5_000 }, short(), 'SHORT_TOO_LARGE'],
  [
    '51 units to buy',
    { balances: money({ available: 90_000_000 }) },
    limit(3_480, { quantity: 5_100 }),
    null,
  ],
  ['one order fewer than there may be', { openOrders: MAX_OPEN_ORDERS - 1 }, ticket(), null],
  ['one lot fewer than there may be', { openLots: 198, openingOrders: 1 }, ticket(), null],
  ['a market order meets whatever there is', own('down', 41_100), ticket(), 'SELF_CROSS'],
  ['a market order on the other side too', own('down', null), limit(2_800), 'SELF_CROSS'],
  [
    'one that becomes a market order at the close',
    own('down', 41_000, 'limit-then-market'),
    limit(2_800),
    'SELF_CROSS',
  ],
  [
    'a market order that others fill before it comes to the own one',
    onBoard(own('down', 34_840)),
    ticket({ quantity: 300 }),
    null,
  ],
  ['a share more than others have', onBoard(own('down', 34_840)), ticket({ quantity: 400 }), 'SELF_CROSS'],
  ['others at the very price do not count', onBoard(own('down', 34_830)), ticket(), 'SELF_CROSS'],
  ['own shares at market come first', onBoard(own('down', null)), ticket({ quantity: 100 }), 'SELF_CROSS'],
  [
    'what would turn at the close stands at its limit until then',
    onBoard(own('down', 34_840, 'limit-then-market')),
    ticket({ quantity: 300 }),
    null,
  ],
  [
    'for the close: it is not there yet',
    onBoard(own('down', null, 'at-close')),
    ticket({ quantity: 300 }),
    null,
  ],
  [
    'an order for the close meets what stands then',
    onBoard(own('down', 34_840)),
    ticket({ condition: 'at-close' }),
    'SELF_CROSS',
  ],
  ['a limit order is held against every price', onBoard(own('down', 34_840)), limit(3_484), 'SELF_CROSS'],
  [
    'a record of before is held against every price',
    { ...onBoard(own('down', 34_840)), ownByBoard: false },
    ticket(),
    'SELF_CROSS',
  ],
  [
    'a short at market, above an own bid',
    onBoard(own('up', 34_800)),
    ticket({ side: 'down', leverage: 2 }),
    null,
  ],
  ['at the price of the other side', own('up', 34_800), short(), 'SELF_CROSS'],
  ['a tick beside it', own('up', 34_790), short(), null],
  ['of the same side', own('up', 34_800), limit(3_480), null],
  // 300,000 yen besides the fee of 191; a million of notional at 30 %.
  ['the least margin', { balances: money({ available: 300_191 }) }, limit(3_480, { leverage: 3 }), null],
  [
    'a yen less',
    { balances: money({ available: 300_190 }) },
    limit(3_480, { leverage: 3 }),
    'MINIMUM_MARGIN',
  ],
  [
    '30 %',
    { balances: money({ available: 300_191 }), pendingNotionalYen: 652_000 },
    limit(3_480, { leverage: 3 }),
    null,
  ],
  [
    'less than 30 %',
    { balances: money({ available: 300_191 }), pendingNotionalYen: 652_001 },
    limit(3_480, { leverage: 3 }),
    'MARGIN_RATIO',
  ],
  [
    'more tax than money',
    { balances: money({ available: 100 }), taxDueYen: 500 },
    limit(3_480),
    'INSUFFICIENT_BUYING_POWER',
  ],
]
test.each(edges)('%s', (_, patch, order, answer) => {
  const said = decidePlaceOrder(facts(patch), order)
  expect(said.ok ? null : said.rejection).toBe(answer)
})

test('money that tax will take is never less than none', () => {
  expect(
    decidePlaceOrder(facts({ balances: money({ available: 100 }), taxDueYen: 500 }), limit(3_480)),
  ).toMatchObject({ detail: { availableYen: 0, shortYen: 348_191 } })
})

test('figures of the sentences: the levels that open it', () => {
  expect(
    decidePlaceOrder(facts({ limits: levelFacts('experience') }), ticket({ leverage: 2 })),
  ).toMatchObject({ detail: { maxLeverage: 1, neededLevel: 'beginner' } })
  expect(decidePlaceOrder(facts({ limits: levelFacts('core') }), ticket({ leverage: 5 }))).toMatchObject({
    detail: { neededLevel: 'none' },
  })
  expect(
    decidePlaceOrder(facts({ limits: levelFacts('experience') }), limit(4_000, { quantity: 2_500 })),
  ).toMatchObject({ detail: { valueYen: 10_000_000, neededLevel: 'beginner' } })
})

test('rules that others ask too: a price without its issue or its market, orders of one’s own, the margin as it would be', () => {
  expect([
    refusedByPrice(facts({ instrument: null }), 34_805),
    refusedByPrice(facts({ quote: null }), 34_800),
    refusedByPrice(facts(), null),
  ]).toEqual([null, null, null])
  expect(
    refusedByOwnOrders(
      {
        ownOrders: [
          ...own('up', 34_800).ownOrders,
          { number: 'O-8', side: 'down', priceTenths: 34_700, condition: 'none' },
        ],
      },
      limit(3_480),
    ),
  ).toMatchObject({ detail: { number: 'O-8' } })
  expect(refusedByMargin({ heldYen: 300_000, notionalYen: 0 })).toBe(null)
  const reached = (side: 'up' | 'down', triggerTenths: number | null) =>
    [34_999, 35_000, 35_001].map((tenths) => isReached({ side, triggerTenths }, tenths))
  expect([reached('up', 35_000), reached('down', 35_000), reached('up', null)]).toEqual([
    [false, true, true],
    [true, true, false],
    [false, false, false],
  ])
})

/**
 * Everything wrong at once; each reason put right brings out the next. The two about a missing price exclude
 * each other.
 */
const repairs: [PlaceOrderRejection, Partial<PlaceOrderFacts>, Ticket][] = [
  ['TRADING_LOCKED', { tradingUnlocked: true }, {}],
  ['UNKNOWN_ISSUE', { instrument: { unit: 100, tickTable: 'topix500', sharesOutstanding: 4_000_000 } }, {}],
  ['QUOTE_STALE', { stale: false }, {}],
  ['PRICE_NOT_ALLOWED', {}, { type: 'stop-limit', price: undefined }],
  ['PRICE_REQUIRED', {}, { price: 9_000.5 }],
  ['TRIGGER_REQUIRED', {}, { type: 'limit', triggerPrice: 9_100.5 }],
  ['TRIGGER_NOT_ALLOWED', {}, { triggerPrice: undefined }],
  [
    'TRAIL_NOT_ALLOWED',
    {},
    { type: 'stop-limit', triggerPrice: 9_100.5, condition: 'limit-then-market', trailYen: undefined },
  ],
  ['STOP_WITH_CONDITION', {}, { type: 'market', price: undefined, triggerPrice: undefined }],
  ['CONDITION_NEEDS_LIMIT', {}, { type: 'limit', price: 9_000.5, condition: 'at-open' }],
  ['IOC_WITH_CONDITION', {}, { type: 'stop-limit', triggerPrice: 9_100.5, condition: 'none' }],
  ['IOC_WITH_STOP', {}, { type: 'limit', triggerPrice: undefined }],
  ['IOC_FOR_DAY_ONLY', {}, { timeInForce: 'day', condition: 'at-open' }],
  ['CONDITION_FOR_DAY_ONLY', {}, { condition: 'none', validUntil: undefined, validity: 'date' }],
  ['VALID_UNTIL_REQUIRED', {}, { validity: 'day', validUntil: '2027-01-04' }],
  ['VALID_UNTIL_NOT_ALLOWED', {}, { validity: 'date' }],
  ['VALID_UNTIL_OUTSIDE', {}, { validity: 'day', validUntil: undefined, condition: 'at-open' }],
  ['SESSION_OPENED', { phase: 'pre-open' }, { condition: 'none', timeInForce: 'ioc' }],
  [
    'IOC_OUTSIDE_TRADING',
    { phase: 'continuous' },
    { timeInForce: 'day', type: 'stop', price: undefined, triggerPrice: 9_100.5 },
  ],
  ['LIMIT_ORDERS_ONLY', {}, { type: 'stop-limit', price: 9_000.5 }],
  ['LOT_SIZE', {}, { quantity: 1_000_100 }],
  ['QUANTITY_TOO_LARGE', {}, { quantity: 1_000_000 }],
  ['PRICE_OFF_TICK', {}, { price: 9_000 }],
  ['PRICE_OUTSIDE_LIMIT', {}, { price: 3_480 }],
  ['TRIGGER_OFF_TICK', {}, { triggerPrice: 9_100 }],
  ['TRIGGER_OUTSIDE_LIMIT', {}, { triggerPrice: 3_490 }],
  ['TRIGGER_REACHED', {}, { triggerPrice: 3_470, trailYen: 0.5, trailBp: 100 }],
  ['TRAIL_AMBIGUOUS', {}, { trailBp: undefined }],
  ['TRAIL_OUTSIDE', { quote: null }, { type: 'limit', triggerPrice: undefined, trailYen: undefined }],
  ['NO_PRICE', { quote }, {}],
  ['TRADING_RESTS', { limits: levelFacts('experience') }, {}],
  ['LEVERAGE_ABOVE_LEVEL', {}, { leverage: 1 }],
  ['SHORT_NEEDS_LEVERAGE_LEVEL', { limits: levelFacts('beginner') }, {}],
  ['SHORT_TOO_LARGE', { shortToday: 0 }, { quantity: 4_000 }],
  ['ORDER_VALUE_ABOVE_LEVEL', {}, { quantity: 200, leverage: 2 }],
  ['TAKE_PROFIT_OFF_TICK', {}, { takeProfit: 3_500 }],
  ['TAKE_PROFIT_WRONG_SIDE', {}, { takeProfit: 3_400 }],
  ['STOP_LOSS_OFF_TICK', {}, { stopLoss: 3_000 }],
  ['STOP_LOSS_WRONG_SIDE', {}, { stopLoss: 3_600 }],
  ['ACCOUNT_FROZEN', { isFrozen: false }, {}],
  ['TOO_MANY_OPEN_ORDERS', { openOrders: 199 }, {}],
  ['TOO_MANY_OPEN_LOTS', { openLots: 49 }, {}],
  ['SHORTFALL_OPEN', { balances: money({ available: 100_000 }) }, {}],
  ['CALL_UNMET', { callUnmet: false }, {}],
  ['SELF_CROSS', { ownOrders: [] }, {}],
  ['MINIMUM_MARGIN', { balances: money({ available: 400_000 }) }, {}],
  ['MARGIN_RATIO', { pendingNotionalYen: 0 }, {}],
  ['INSUFFICIENT_BUYING_POWER', { balances: money({ available: 420_000 }) }, {}],
]

test('the first reason of the list answers', () => {
  const now = facts({
    tradingUnlocked: false,
    instrument: null,
    phase: 'continuous',
    dates: { first: '2026-11-19', last: '2026-12-10', weekEnd: '2026-11-20', until: null },
    quote: { ...quote, firstDay: true },
    stale: true,
    limits: levelFacts('experience', 7),
    openOrders: 200,
    openLots: 50,
    balances: money({ available: 100_000, shortfall: 1 }),
    pendingNotionalYen: 10_000_000,
    isFrozen: true,
    callUnmet: true,
    ownOrders: [{ number: 'O-1', side: 'up', priceTenths: null, condition: 'none' }],
  })
  const form: Ticket = {
    condition: 'at-close',
    timeInForce: 'ioc',
    validity: 'week',
    validUntil: '2027-01-04',
    side: 'down',
    price: 9_000.5,
    quantity: 1_000_150,
    leverage: 3,
    takeProfit: 3_500.5,
    stopLoss: 2_999.8,
    trailYen: 0.5,
  }
  for (const [rejection, inFacts, inForm] of repairs) {
    expect(decidePlaceOrder(now, ticket(form))).toMatchObject({ ok: false, rejection })
    Object.assign(now, inFacts)
    Object.assign(form, inForm)
  }
  expect(decidePlaceOrder(now, ticket(form)).ok).toBe(true)
  // A short order is exempt from the last rule.
  expect(repairs.map(([code]) => code).sort()).toEqual(
    [...PLACE_ORDER_REJECTIONS].filter((code) => code !== 'SAME_FUNDS').sort(),
  )
})

describe('accepted', () => {
  const placed = (patch: Partial<PlaceOrderFacts>, order: ReturnType<typeof ticket>) => {
    const decision = decidePlaceOrder(facts(patch), order)
    if (!decision.ok) throw new Error(decision.rejection)
    return decision.value
  }

  test('the order of the mockup: 1,000 at 3,480, 2.5×', () => {
    const { reserve, estimate } = placed({}, limit(3_480, { quantity: 1_000, leverage: 2.5 }))
    expect(reserve).toEqual({
      notionalYen: 3_480_000,
      marginYen: 1_392_000,
      fee: { feeYen: 1_000, taxYen: 100, totalYen: 1_100 },
      holdYen: 1_393_100,
    })
    expect(estimate).toEqual(reserve)
  })

  const reserved: [
    name: string,
    order: ReturnType<typeof ticket>,
    estimateTenths: number,
    reserveTenths: number,
  ][] = [
    ['a limit buy at its limit', limit(3_480), 34_800, 34_800],
    ['a market buy at the upper limit, expected at the ask', ticket(), 34_830, 41_100],
    ['a limit short at the upper limit', limit(3_500, { side: 'down', leverage: 2 }), 35_000, 41_100],
    [
      'a limit buy that becomes a market order at the close, at the upper limit',
      limit(3_480, { condition: 'limit-then-market' }),
      34_800,
      41_100,
    ],
    ['a stop buy at the upper limit, expected at its trigger', stop(3_500), 35_000, 41_100],
    [
      'a stop-limit buy at its limit',
      limit(3_510, { type: 'stop-limit', triggerPrice: 3_500 }),
      35_100,
      35_100,
    ],
    [
      'a market short at the upper limit, expected at the bid',
      ticket({ side: 'down', leverage: 2 }),
      34_810,
      41_100,
    ],
  ]
  test.each(reserved)('%s', (_, order, estimateTenths, reserveTenths) => {
    expect(placed({}, order)).toMatchObject({ estimateTenths, reserveTenths })
  })

  test('to the last yen, with money not settled yet', () => {
    expect(
      placed({ balances: money({ available: 200_000, unsettled: 148_191 }) }, limit(3_480)).reserve.holdYen,
    ).toBe(348_191)
  })

  test('a limit order while quotes are old, and in the collecting phases', () => {
    expect(placed({ stale: true }, limit(3_480)).reserveTenths).toBe(34_800)
    expect(placed({ phase: 'pre-open' }, ticket()).reserveTenths).toBe(41_100)
    expect(placed({ phase: 'pre-closing' }, ticket()).reserveTenths).toBe(41_100)
  })

  test('outside the hours of acceptance: at any price on the grid, old quotes or not', () => {
    expect(placed({ phase: 'closed', stale: true }, ticket()).reserveTenths).toBe(41_100)
    expect(placed({ phase: 'closed' }, limit(4_200)).reserveTenths).toBe(42_000)
    expect(decidePlaceOrder(facts({ phase: 'lunch' }), limit(4_200))).toMatchObject({
      rejection: 'PRICE_OUTSIDE_LIMIT',
    })
    placed({ phase: 'closed' }, stop(4_200))
    placed({}, stop(4_200, { validity: 'week' }))
  })

  test('a stop next to own orders: it meets the market when its price is reached', () => {
    const ownOrders = [{ number: 'O-1', side: 'up', priceTenths: 34_900, condition: 'none' }] as const
    expect(placed({ ownOrders }, stop(3_400, { side: 'down', leverage: 2 })).estimateTenths).toBe(34_000)
  })

  test('next to own orders that it does not meet', () => {
    const ownOrders = [
      { number: 'O-1', side: 'up', priceTenths: 34_900, condition: 'none' },
      { number: 'O-2', side: 'down', priceTenths: 34_901, condition: 'at-close' },
    ] as const
    expect(placed({ ownOrders }, limit(3_490)).reserveTenths).toBe(34_900)
  })

  test('waiting leveraged orders count in the ratio of the next one', () => {
    const order = limit(3_480, { quantity: 1_000, leverage: 3 })
    const balances = money({ available: 1_600_000, orderHold: 400_000 })
    placed({ balances }, order)
    expect(decidePlaceOrder(facts({ balances, pendingNotionalYen: 3_300_000 }), order)).toMatchObject({
      rejection: 'MARGIN_RATIO',
    })
  })
})
