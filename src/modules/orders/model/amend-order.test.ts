import { describe, expect, test } from 'vitest'
import { draftFrom } from '#modules/ledger/model/drafting.ts'
import { NO_TRAIL } from '#modules/portfolio/model/trail.ts'
import { amendedHere, askedToAmend, decideAmend, type AmendFacts, type Amendment } from './amend-order.ts'
import { cappedAt, levelFacts } from './level-facts.ts'
import { anOrder, money, someFacts } from './order.fixture.ts'
import type { Order, OrderExits } from './order.ts'

const facts = (patch: Partial<AmendFacts> = {}): AmendFacts => ({
  ...someFacts(),
  powerYen: 10_000_000,
  tradeDate: '2026-11-19',
  ...patch,
})
const to = (priceYen: number | null, quantity: number | null = null): Amendment => ({
  priceTenths: priceYen === null ? null : priceYen * 10,
  quantity,
})
/** Another trigger; the market stands at 3,482 yen. */
const by = (trailTenths: number) => ({ ...to(null), trailTenths })
const trigger = (yen: number, rest: Partial<Amendment> = {}): Amendment => ({
  ...to(null),
  triggerTenths: yen * 10,
  ...rest,
})
const armed: Partial<Order> = {
  type: 'stop-limit',
  ordStatus: 'ARMED',
  priceTenths: 35_500,
  reserveTenths: 35_500,
  triggerTenths: 35_000,
}
const trailing: Partial<Order> = { ...armed, trailTenths: 500, trailLimitTenths: 500 }
const armedAtMarket: Partial<Order> = { ...armed, type: 'stop', priceTenths: null, reserveTenths: 41_100 }
const half: Partial<Order> = {
  ordStatus: 'PARTIALLY_FILLED',
  filledQuantity: 100,
  filledYen: 330_000,
  marginYen: 330_000,
  feeYen: 181,
}
const NO_EXITS = { takeProfitTenths: null, stopLossTenths: null, exitTrailTenths: null, exitTrailBp: null }
/** Take-profit at 3,400 yen and stop-loss at 3,200, around a limit of 3,300. */
const between: OrderExits = { ...NO_EXITS, takeProfitTenths: 34_000, stopLossTenths: 32_000 }
/** Exits in yen, in tenths; the limit stays. */
const exits = (part: Partial<OrderExits>, rest: Partial<Amendment> = {}): Amendment => ({
  ...to(null),
  exits: { ...between, ...part },
  ...rest,
})
const stays = (amendment: Amendment): Amendment => ({ ...amendment, exits: null })
const closing: Partial<Order> = {
  purpose: 'close',
  side: 'down',
  reserveTenths: null,
  holdAvailableYen: 0,
  lotId: 'l',
}
/** Everything at 3×: 990,000 yen need 330,000 of margin. */
const leveraged: Partial<Order> = { leverageTenths: 30 }
const own = (number: string, priceYen: number) =>
  ({ number, side: 'down', priceTenths: priceYen * 10, condition: 'none' }) as const
/** Of the day's sales 300,000 yen are no money for this issue; `freeYen` is all that there is. */
const roundTrip = (freeYen: number) => ({
  sales: { tradeDate: '2026-11-19', firstAt: 1, soldYen: 300_000, roundTripYen: 300_000 },
  tradeDate: '2026-11-19',
  freeYen,
})

const cases: [
  what: string,
  facts: Partial<AmendFacts>,
  order: Partial<Order>,
  input: Amendment,
  answer: string | null,
][] = [
  ['locked', { tradingUnlocked: false }, {}, to(3_310), 'TRADING_LOCKED'],
  ['a new quantity is on its way', {}, { amendQuantity: 200 }, to(3_310), 'AMEND_UNDER_WAY'],
  ['a new price is on its way', {}, { amendPriceTenths: 33_100 }, to(null, 200), 'AMEND_UNDER_WAY'],
  [
    'the quantity of a market order',
    {},
    { type: 'market', priceTenths: null, reserveTenths: 41_100 },
    to(null, 200),
    null,
  ],
  [
    'the price of a market order',
    {},
    { type: 'market', priceTenths: null, reserveTenths: 41_100 },
    to(3_310, 200),
    'PRICE_NOT_ALLOWED',
  ],
  ['the same price, fewer', {}, {}, to(3_300, 200), null],
  ['as many, another price', {}, {}, to(3_310, 300), null],
  ['the same of both', {}, {}, to(3_300, 300), 'NOTHING_AMENDED'],
  ['nothing at all', {}, {}, to(null), 'NOTHING_AMENDED'],
  ['a plain limit while the closing auction gathers', { phase: 'pre-closing' }, {}, to(3_310), null],
  [
    'limit, then market before that',
    {},
    { condition: 'limit-then-market', reserveTenths: 41_100 },
    to(3_310),
    null,
  ],
  [
    'the quantity of limit, then market',
    { phase: 'pre-closing' },
    { condition: 'limit-then-market', reserveTenths: 41_100 },
    to(null, 200),
    null,
  ],
  [
    'the price of limit, then market',
    { phase: 'pre-closing' },
    { condition: 'limit-then-market', reserveTenths: 41_100 },
    to(3_310),
    'PRICE_FIXED',
  ],
  ['one unit above what has traded', {}, half, to(null, 200), null],
  ['what has traded', {}, half, to(null, 100), 'QUANTITY_FILLED'],
  ['a new quantity of a frozen account', { isFrozen: true }, {}, to(null, 200), null],
  ['a new price of a frozen account', { isFrozen: true }, {}, to(3_290), 'ACCOUNT_FROZEN'],
  ['to close in a frozen account', { isFrozen: true }, closing, to(3_310), null],
  [
    'to the last yen of the level',
    { limits: cappedAt(levelFacts('experience'), 993_000) },
    {},
    to(3_310),
    null,
  ],
  ['above the level', { limits: levelFacts('experience') }, {}, to(3_334), 'ORDER_VALUE_ABOVE_LEVEL'],
  [
    'above a beginner’s while the account rests',
    { limits: cappedAt(levelFacts('beginner', 7), 993_000) },
    {},
    to(3_334),
    'TRADING_RESTS',
  ],
  ['closing has no such limit', { limits: levelFacts('experience') }, closing, to(3_334), null],
  ['it does not meet itself', { ownOrders: [own('O-20261119-000001', 3_300)] }, {}, to(3_310), null],
  ['it meets another', { ownOrders: [own('O-9', 3_310)] }, {}, to(3_310), 'SELF_CROSS'],
  ['it stays away from another', { ownOrders: [own('O-9', 3_311)] }, {}, to(3_310), null],
  [
    'a stop that waits meets nobody yet',
    { ownOrders: [own('O-9', 3_310)] },
    { type: 'stop-limit', ordStatus: 'ARMED', triggerTenths: 35_000 },
    to(3_310),
    null,
  ],
  ['3,001 yen more, all there are', { powerYen: 3_001 }, {}, to(3_310), null],
  ['3,001 yen more, one missing', { powerYen: 3_000 }, {}, to(3_310), 'INSUFFICIENT_BUYING_POWER'],
  ['1,001 yen more at 3×, all there are', { powerYen: 1_001 }, leveraged, to(3_310), null],
  [
    '1,001 yen more at 3×, one missing',
    { powerYen: 1_000 },
    leveraged,
    to(3_310),
    'INSUFFICIENT_BUYING_POWER',
  ],
  ['cheaper without any money', { powerYen: 0 }, {}, to(3_290), null],
  [
    'dearer and fewer: the dearer price counts until the venue has answered, with all that it is for',
    { powerYen: 3_000 },
    {},
    to(3_310, 100),
    'INSUFFICIENT_BUYING_POWER',
  ],
  [
    'a short is reserved at the upper limit already',
    { powerYen: 0, phase: 'closed' },
    { ...leveraged, side: 'down', reserveTenths: 41_100 },
    to(4_200),
    null,
  ],
  [
    'limit, then market too',
    { powerYen: 0, phase: 'closed' },
    { condition: 'limit-then-market', reserveTenths: 41_100 },
    to(4_200),
    null,
  ],
  ['a closing order holds nothing', { powerYen: 0 }, closing, to(3_400), null],
  ['a closing order that buys holds nothing', { powerYen: 0 }, { ...closing, side: 'up' }, to(3_400), null],
  ['the same funds', { sameFunds: roundTrip(303_000) }, {}, to(3_310), 'SAME_FUNDS'],
  ['other funds, to the last yen', { sameFunds: roundTrip(303_001) }, {}, to(3_310), null],
  ['the same funds at 3×', { sameFunds: roundTrip(0) }, leveraged, to(3_310), null],
  [
    'above the least margin',
    { balances: money({ available: 1, orderHold: 299_999 }), pendingNotionalYen: 900_000 },
    leveraged,
    to(3_310),
    null,
  ],
  [
    'below the least margin',
    { balances: money({ orderHold: 299_999 }), pendingNotionalYen: 900_000 },
    leveraged,
    to(3_310),
    'MINIMUM_MARGIN',
  ],
  ['below the least margin, paid in full', { balances: money({ orderHold: 299_999 }) }, {}, to(3_310), null],
  [
    'below the least margin, and cheaper',
    { balances: money({ orderHold: 299_999 }) },
    leveraged,
    to(3_290),
    null,
  ],
  // 300,000 yen are 30 % of a million: what waits and the 3,000 yen that come, or 2,000 where 200 shares are
  // left.
  [
    '30 % and more',
    { balances: money({ available: 300_000 }), pendingNotionalYen: 997_000 },
    leveraged,
    to(3_310),
    null,
  ],
  [
    'less than 30 %',
    { balances: money({ available: 300_000 }), pendingNotionalYen: 997_001 },
    leveraged,
    to(3_310),
    'MARGIN_RATIO',
  ],
  [
    '30 % where a part has traded: only the rest adds',
    { balances: money({ available: 300_000 }), pendingNotionalYen: 998_000 },
    { ...half, ...leveraged, marginYen: 110_000 },
    to(3_310),
    null,
  ],
  [
    'less than 30 % where a part has traded',
    { balances: money({ available: 300_000 }), pendingNotionalYen: 998_001 },
    { ...half, ...leveraged, marginYen: 110_000 },
    to(3_310),
    'MARGIN_RATIO',
  ],
  ['the trigger of a stop', {}, armed, trigger(3_510), null],
  ['the trigger of a stop at market', {}, armedAtMarket, trigger(3_510), null],
  ['its trigger and its limit', {}, armed, trigger(3_510, { priceTenths: 35_600 }), null],
  ['the same trigger', {}, armed, trigger(3_500), 'NOTHING_AMENDED'],
  ['a trigger for a limit order', {}, {}, trigger(3_500), 'TRIGGER_NOT_ALLOWED'],
  ['of a stop that went out', {}, { ...armed, ordStatus: 'NEW' }, trigger(3_510), 'STOP_RELEASED'],
  ['of a stop that will go out', {}, { ...armed, ordStatus: 'HELD' }, trigger(3_510), 'STOP_RELEASED'],
  ['a trigger off the grid', {}, armed, trigger(3_510.2), 'TRIGGER_OFF_TICK'],
  ['a trigger at the upper limit', {}, armed, trigger(4_110), null],
  ['a trigger above it', {}, armed, trigger(4_111), 'TRIGGER_OUTSIDE_LIMIT'],
  ['above it, for a later day too', {}, { ...armed, validUntil: '2026-11-20' }, trigger(4_111), null],
  ['above it, for the next day', { phase: 'closed' }, armed, trigger(4_111), null],
  ['a trigger that is reached', {}, armed, trigger(3_482), 'TRIGGER_REACHED'],
  ['the least trigger that is not', {}, armed, trigger(3_483), null],
  ['a trigger to sell that is reached', {}, { ...armed, side: 'down' }, trigger(3_482), 'TRIGGER_REACHED'],
  ['a trigger to sell that is not', {}, { ...armed, side: 'down' }, trigger(3_481), null],
  ['the limit before the trigger', {}, armed, trigger(3_482, { priceTenths: 35_502 }), 'PRICE_OFF_TICK'],
  ['a trigger of a frozen account', { isFrozen: true }, armed, trigger(3_510), 'ACCOUNT_FROZEN'],
  [
    'what a stop at market will cost, by its trigger',
    { limits: cappedAt(levelFacts('experience'), 1_053_000) },
    armedAtMarket,
    trigger(3_511),
    'ORDER_VALUE_ABOVE_LEVEL',
  ],
  [
    'to the last yen of the level by its trigger',
    { limits: cappedAt(levelFacts('beginner'), 1_053_000) },
    armedAtMarket,
    trigger(3_510),
    null,
  ],
  ['another distance', {}, trailing, by(600), null],
  ['the same distance', {}, trailing, by(500), 'NOTHING_AMENDED'],
  ['a distance for a stop that stays', {}, armed, by(500), 'TRAIL_NOT_ALLOWED'],
  ['a distance for a stop that stays, asked for as that', {}, armed, { ...by(500), mayBegin: true }, null],
  ['a distance for a limit order', {}, {}, { ...by(500), mayBegin: true }, 'TRAIL_NOT_ALLOWED'],
  ['no distance any more', {}, trailing, { ...to(null), endTrail: true }, null],
  ['no distance where there is none', {}, armed, { ...to(null), endTrail: true }, 'NOTHING_AMENDED'],
  [
    'a distance that ends when it went out',
    {},
    { ...trailing, ordStatus: 'NEW' },
    { ...to(null), endTrail: true },
    'STOP_RELEASED',
  ],
  ['a distance that went out', {}, { ...trailing, ordStatus: 'NEW' }, by(600), 'STOP_RELEASED'],
  ['a distance under a tick', {}, trailing, by(5), 'TRAIL_OUTSIDE'],
  ['two distances', {}, trailing, { ...by(600), trailBp: 100 }, 'TRAIL_AMBIGUOUS'],
  ['another trigger needs no money', { powerYen: 0 }, armedAtMarket, trigger(3_510), null],
  ['exits where there were none', {}, {}, exits({}), null],
  ['the same exits', {}, between, exits({}), 'NOTHING_AMENDED'],
  ['the same exits, fewer', {}, between, exits({}, { quantity: 200 }), null],
  ['another take-profit', {}, between, exits({ takeProfitTenths: 34_500 }), null],
  ['both taken off', {}, between, { ...to(null), exits: NO_EXITS }, null],
  ['none where there are none', {}, {}, { ...to(null), exits: NO_EXITS }, 'NOTHING_AMENDED'],
  ['the rest of one that has traded', {}, { ...half, ...between }, exits({ stopLossTenths: 32_500 }), null],
  ['exits need no money', { powerYen: 0 }, {}, exits({}), null],
  ['exits of a frozen account: they only close', { isFrozen: true }, {}, exits({}), null],
  ['exits of a closing order', {}, closing, exits({}), 'EXITS_NOT_ALLOWED'],
  ['none of a closing order', {}, closing, { ...to(3_310), exits: NO_EXITS }, null],
  ['a take-profit between two ticks', {}, {}, exits({ takeProfitTenths: 34_002 }), 'TAKE_PROFIT_OFF_TICK'],
  ['a take-profit at the limit', {}, {}, exits({ takeProfitTenths: 33_000 }), 'TAKE_PROFIT_WRONG_SIDE'],
  ['a take-profit a tick above it', {}, {}, exits({ takeProfitTenths: 33_010 }), null],
  ['a stop-loss between two ticks', {}, {}, exits({ stopLossTenths: 32_002 }), 'STOP_LOSS_OFF_TICK'],
  ['a stop-loss at the limit', {}, {}, exits({ stopLossTenths: 33_000 }), 'STOP_LOSS_WRONG_SIDE'],
  ['a stop-loss a tick below it', {}, {}, exits({ stopLossTenths: 32_990 }), null],
  [
    'both wrong: the take-profit is named first',
    {},
    {},
    exits({ takeProfitTenths: 32_000, stopLossTenths: 34_000 }),
    'TAKE_PROFIT_WRONG_SIDE',
  ],
  [
    'of a short the other way round',
    {},
    { ...leveraged, side: 'down', reserveTenths: 41_100 },
    exits({ takeProfitTenths: 32_000, stopLossTenths: 34_000 }),
    null,
  ],
  [
    'of a short as of a long',
    {},
    { ...leveraged, side: 'down', reserveTenths: 41_100 },
    exits({}),
    'TAKE_PROFIT_WRONG_SIDE',
  ],
  ['by the new limit, not by the old one', {}, between, exits({ takeProfitTenths: 33_010 }, to(3_290)), null],
  ['a limit that passes the stop-loss', {}, between, stays(to(3_190)), 'STOP_LOSS_WRONG_SIDE'],
  ['a limit that passes the take-profit', {}, between, stays(to(3_400)), 'TAKE_PROFIT_WRONG_SIDE'],
  ['a limit that passes it, of a record from before', {}, between, to(3_400), null],
  [
    'a quantity with exits that the price has passed',
    {},
    { ...between, stopLossTenths: 33_500 },
    stays(to(null, 200)),
    null,
  ],
  ['of a stop by its limit', {}, armed, exits({ takeProfitTenths: 35_510, stopLossTenths: 35_490 }), null],
  [
    'of a stop at market by its trigger',
    {},
    armedAtMarket,
    exits({ takeProfitTenths: 35_010, stopLossTenths: 35_000 }),
    'STOP_LOSS_WRONG_SIDE',
  ],
  [
    'of a market order by the price that it would meet: it buys at 3,483',
    {},
    { type: 'market', priceTenths: null, reserveTenths: 41_100 },
    exits({ takeProfitTenths: 34_840, stopLossTenths: 34_820 }),
    null,
  ],
  [
    'of a market order without any price',
    { quote: null },
    { type: 'market', priceTenths: null, reserveTenths: 41_100 },
    exits({}),
    'NO_PRICE',
  ],
  ['of a limit order without any price', { quote: null }, {}, exits({}), null],
  ['a stop-loss that trails', {}, {}, exits({ exitTrailTenths: 500 }), null],
  [
    'the same that trails',
    {},
    { ...between, exitTrailBp: 300 },
    exits({ exitTrailBp: 300 }),
    'NOTHING_AMENDED',
  ],
  [
    'two distances of a stop-loss',
    {},
    {},
    exits({ exitTrailTenths: 500, exitTrailBp: 300 }),
    'TRAIL_AMBIGUOUS',
  ],
  ['a distance of more than half', {}, {}, exits({ exitTrailBp: 5_001 }), 'TRAIL_OUTSIDE'],
  [
    'a distance without a stop-loss',
    {},
    {},
    exits({ stopLossTenths: null, exitTrailBp: 300 }),
    'TRAIL_NOT_ALLOWED',
  ],
  ['of an order whose cancel is on its way', {}, { cancelAsked: true }, exits({}), 'CANCEL_UNDER_WAY'],
  ['while a new price is on its way', {}, { amendPriceTenths: 33_100 }, exits({}), 'AMEND_UNDER_WAY'],
  ['of an order that is over', {}, { ordStatus: 'FILLED' }, exits({}), 'ORDER_FINISHED'],
]
test.each(cases)('%s', (_, patch, order, input, answer) => {
  const decided = decideAmend(facts(patch), anOrder(order), input)
  expect(decided.ok ? null : decided.rejection).toBe(answer)
})

test('what it would be: the new of what is amended, the old of the rest', () => {
  expect(decideAmend(facts(), anOrder(), to(3_310))).toEqual({
    ok: true,
    value: { ...NO_TRAIL, ...NO_EXITS, priceTenths: 33_100, triggerTenths: null, quantity: 300 },
  })
  expect(decideAmend(facts(), anOrder(), to(null, 200))).toEqual({
    ok: true,
    value: { ...NO_TRAIL, ...NO_EXITS, priceTenths: 33_000, triggerTenths: null, quantity: 200 },
  })
  expect(decideAmend(facts(), anOrder(armed), trigger(3_510))).toEqual({
    ok: true,
    value: { ...NO_TRAIL, ...NO_EXITS, priceTenths: 35_500, triggerTenths: 35_100, quantity: 300 },
  })
  // Records from before triggers could be amended say nothing of them.
  expect(decideAmend(facts(), anOrder(armed), to(null, 200))).toEqual({
    ok: true,
    value: { ...NO_TRAIL, ...NO_EXITS, priceTenths: 35_500, triggerTenths: 35_000, quantity: 200 },
  })
})

test('figures of the sentences: what is missing, what there is, which level is needed', () => {
  expect(decideAmend(facts({ powerYen: 1 }), anOrder(), to(3_310))).toMatchObject({
    detail: { neededYen: 3_001, availableYen: 1, shortYen: 3_000 },
  })
  expect(
    decideAmend(facts({ limits: levelFacts('experience') }), anOrder({ quantity: 3_000 }), to(3_400)),
  ).toMatchObject({
    detail: { level: 'experience', maxYen: 1_000_000, valueYen: 10_200_000, neededLevel: 'intermediate' },
  })
  expect(
    decideAmend(facts({ limits: { ...levelFacts('experience'), ladder: [] } }), anOrder(), to(3_400)),
  ).toMatchObject({ detail: { neededLevel: 'none' } })
  expect(
    decideAmend(
      facts({ limits: levelFacts('experience') }),
      anOrder({ quantity: 3_000 }),
      to(3_333.5, 3_000),
    ),
  ).toMatchObject({ rejection: 'PRICE_OFF_TICK' })
  expect(
    decideAmend(facts({ limits: levelFacts('beginner') }), anOrder({ quantity: 10_000 }), to(3_000, 10_000)),
  ).toMatchObject({ detail: { valueYen: 30_000_000, neededLevel: 'intermediate' } })
  expect(decideAmend(facts({ sameFunds: roundTrip(0) }), anOrder(), to(3_310))).toMatchObject({
    detail: { code: 'S214', lacksYen: 3_001 },
  })
})

describe('the money', () => {
  const amendedBy = (
    act: typeof askedToAmend,
    order: Order,
    input: Pick<Order, 'priceTenths' | 'quantity'> &
      Partial<OrderExits & Pick<Order, 'triggerTenths' | 'trailTenths' | 'trailBp'>>,
  ) => {
    const draft = draftFrom('a', money({ available: 10_000, orderHold: order.holdAvailableYen }))
    return {
      order: act(
        draft,
        order,
        { ...NO_TRAIL, ...NO_EXITS, triggerTenths: order.triggerTenths, ...input },
        2_000,
      ),
      heldYen: draft.balances.orderHold,
    }
  }

  test('asked of the venue: held for the dearer of both, and what is asked stands beside what is', () => {
    const dearer = amendedBy(askedToAmend, anOrder(), { priceTenths: 33_100, quantity: 300 })
    expect(dearer).toMatchObject({
      heldYen: 993_545,
      order: {
        priceTenths: 33_000,
        quantity: 300,
        amendPriceTenths: 33_100,
        amendQuantity: null,
        reserveTenths: 33_100,
        holdAvailableYen: 993_545,
        updatedAt: 2_000,
      },
    })
    const cheaper = amendedBy(askedToAmend, anOrder(), { priceTenths: 32_900, quantity: 200 })
    expect(cheaper).toMatchObject({
      heldYen: 990_544,
      order: {
        amendPriceTenths: 32_900,
        amendQuantity: 200,
        reserveTenths: 33_000,
        holdAvailableYen: 990_544,
      },
    })
    expect(amendedBy(askedToAmend, anOrder(), { priceTenths: 33_000, quantity: 200 }).order).toMatchObject({
      amendPriceTenths: null,
      amendQuantity: 200,
    })
  })

  test('exits alone hold at once, the venue is asked for nothing', () => {
    expect(
      amendedBy(askedToAmend, anOrder(), { priceTenths: 33_000, quantity: 300, ...between }).order,
    ).toEqual({ ...anOrder(), ...between, exitsAt: 2_000, updatedAt: 2_000 })
  })

  test('exits for another price wait with it for the venue', () => {
    const order = anOrder({ ...between, exitsAt: 1_500 })
    const other = { ...between, takeProfitTenths: 33_200 }
    expect(
      amendedBy(askedToAmend, order, { priceTenths: 33_100, quantity: 300, ...other }).order,
    ).toMatchObject({ ...between, exitsAt: 1_500, amendPriceTenths: 33_100, amendExits: other })
    const waiting = anOrder({ ...between, ordStatus: 'HELD' })
    expect(
      amendedBy(amendedHere, waiting, { priceTenths: 33_100, quantity: 300, ...other }).order,
    ).toMatchObject({ ...other, exitsAt: 2_000, amendPriceTenths: null, amendExits: null })
  })

  test('changed here at once: held for what it is now, and looked at anew', () => {
    const waiting = anOrder({ ordStatus: 'HELD', reason: 'PRICE_OUTSIDE_LIMIT' })
    expect(amendedBy(amendedHere, waiting, { priceTenths: 33_100, quantity: 300 })).toMatchObject({
      heldYen: 993_545,
      order: { priceTenths: 33_100, reserveTenths: 33_100, amendPriceTenths: null, reason: null },
    })
    // 3,290 × 200 and 361 of fee and its tax.
    expect(amendedBy(amendedHere, waiting, { priceTenths: 32_900, quantity: 200 })).toMatchObject({
      heldYen: 658_361,
      order: {
        priceTenths: 32_900,
        quantity: 200,
        reserveTenths: 32_900,
        amendQuantity: null,
        reason: null,
        updatedAt: 2_000,
      },
    })
  })

  test('a new trigger waits from now on, an old one from when it was set', () => {
    const stop = anOrder({ ...armed, reason: 'PRICE_OUTSIDE_LIMIT' })
    const as = { priceTenths: 35_500, quantity: 300 }
    expect(amendedBy(amendedHere, stop, { ...as, triggerTenths: 35_100 }).order).toMatchObject({
      ordStatus: 'ARMED',
      triggerTenths: 35_100,
      triggerAt: 2_000,
      priceTenths: 35_500,
      reason: null,
    })
    expect(amendedBy(amendedHere, stop, { ...as, quantity: 200 }).order).toMatchObject({
      triggerTenths: 35_000,
      triggerAt: 1_000,
      quantity: 200,
    })
  })
})
