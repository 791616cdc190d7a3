import { describe, expect, test } from 'vitest'
import { NO_MONEY, type Balances } from '#modules/ledger/model/accounts.ts'
import { draftFrom } from '#modules/ledger/model/drafting.ts'
import { decideDelivery, giveDelivery, takeDelivery, type Delivery, type DeliveryFacts } from './deliver.ts'
import type { DeliverLotRejection } from './deliver-rejections.ts'
import { aLot } from './lot.fixture.ts'
import type { Lot } from './lot.ts'

const DAY = '2026-11-18'
/** For the lot of the fixture: the 2,088,000 yen that are not locked yet, and one day of interest. */
const NEEDED = 2_088_266
const short = (patch: Partial<Lot> = {}): Lot => aLot({ id: 's', side: 'down', ...patch })
/** A day-trading lot elsewhere, without interest: only its notional, its margin and its price count. */
const elsewhere = (quantity: number, marginYen: number): Lot =>
  aLot({
    id: 'b',
    code: 'S405',
    source: 'day-trade',
    quantity,
    openQuantity: quantity,
    openPriceTenths: 10_000,
    marginYen,
    leverageTenths: 33,
  })

type Case = {
  balances?: Partial<Balances>
  beside?: readonly Lot[]
  prices?: Record<string, number>
  freeYen?: number
}
const facts = (
  lot: Lot | null,
  { balances = {}, beside = [], prices = {}, freeYen = balances.available ?? 0 }: Case,
): DeliveryFacts => ({
  lot,
  lots: lot === null ? beside : [lot, ...beside],
  balances: { ...NO_MONEY, ...balances },
  freeYen,
  priceOf: (code) => prices[code],
  settlementDate: DAY,
})
const decide = (lot: Lot | null, patch: Case = {}) => decideDelivery(facts(lot, patch))

describe('refused in the order of the contract', () => {
  const rows: [why: string, lot: Lot | null, patch: Case, rejection: DeliverLotRejection, detail?: object][] =
    [
      ['nobody’s', null, {}, 'LOT_NOT_FOUND'],
      ['over', aLot({ status: 'closed', openQuantity: 0 }), {}, 'LOT_CLOSED'],
      ['paid already', aLot({ leverageTenths: 10, triggeredBy: 'stop-loss' }), {}, 'DELIVERY_NOT_LEVERAGED'],
      [
        'on its way',
        aLot({ closingQuantity: 100, status: 'closing' }),
        { balances: { available: 9_000_000 } },
        'DELIVERY_LOT_CLOSING',
      ],
      [
        'fired',
        aLot({ triggeredBy: 'stop-loss' }),
        { balances: { available: 9_000_000 } },
        'DELIVERY_LOT_CLOSING',
      ],
      [
        'a yen short',
        aLot(),
        { balances: { available: NEEDED - 1 } },
        'DELIVERY_CASH',
        { neededYen: NEEDED, availableYen: NEEDED - 1, shortYen: 1 },
      ],
      ['a short without shares', short(), {}, 'DELIVERY_SHARES', { needed: 1_000, free: 0 }],
    ]
  test.each(rows)('%s', (_why, lot, patch, rejection, detail = {}) => {
    expect(decide(lot, patch)).toEqual({ ok: false, rejection, detail })
  })
  test('the last yen is enough', () => {
    expect(decide(aLot(), { balances: { available: NEEDED } })).toMatchObject({
      ok: true,
      value: { kind: 'take', interestYen: 266, payYen: 2_088_000 },
    })
  })
})

/**
 * Paying for a lot takes cash out of the margin account and brings shares in at 80 %; what it may not do is
 * make a thin account thinner.
 */
describe('the margin of what stays leveraged', () => {
  // Before 2,088,266 + 500,000 + (1,392,000 − 266) + 30,303,031 − 22,000,000 over 103,480,000: 11.87 %.
  // After 500,000 + 2,784,000 + 30,303,031 − 22,000,000 over 100,000,000.
  test('thin, and thinner: refused with the ratio that would be', () => {
    expect(
      decide(aLot(), {
        balances: { available: NEEDED, orderHold: 500_000 },
        beside: [elsewhere(100_000, 30_303_031)],
        prices: { S405: 7_800 },
      }),
    ).toEqual({
      ok: false,
      rejection: 'DELIVERY_MARGIN',
      detail: { percent: 11.58, minimumPercent: 30, minimumYen: 300_000 },
    })
  })
  // 25 % before: 20 % of the notional goes, and the ratio rises to 25.2 %.
  test('thin, and better after it', () => {
    expect(
      decide(aLot(), {
        balances: { available: NEEDED },
        beside: [elsewhere(100_000, 30_303_031)],
        prices: { S405: 9_210 },
      }).ok,
    ).toBe(true)
  })
  // The lot’s gain, which has carried the other’s loss, counts at 80 % from now on: 35.0 → 34.8 %.
  test('thinner, but not thin', () => {
    expect(
      decide(aLot(), {
        balances: { available: 4_526_000 },
        beside: [elsewhere(100_000, 30_303_031)],
        prices: { S214: 69_600, S405: 9_652 },
      }).ok,
    ).toBe(true)
  })
  test('thinner by less than the hundredth of a percent that it is reckoned in', () => {
    const little = aLot({ quantity: 100, openQuantity: 100, openPriceTenths: 3_480, marginYen: 13_920 })
    expect(
      decide(little, {
        balances: { available: 1_000_000 },
        beside: [elsewhere(1_000_000, 303_030_304)],
        prices: { S405: 8_500 },
      }).ok,
    ).toBe(true)
  })

  // 34,800 yen of notional, now worth 174,000, which has carried a loss of 139,200: 34,800 less after it, of
  // 500,000 leveraged.
  const little = aLot({ quantity: 100, openQuantity: 100, openPriceTenths: 3_480, marginYen: 13_920 })
  const around = (heldYen: number): Case => ({
    balances: { available: heldYen - 139_200 + 20_882 },
    beside: [elsewhere(500, 139_200)],
    prices: { S214: 17_400, S405: 7_216 },
  })
  test('above 30 %, at the minimum margin', () => expect(decide(little, around(300_000)).ok).toBe(true))
  test('above 30 %, a yen under it', () => {
    expect(decide(little, around(299_999))).toEqual({
      ok: false,
      rejection: 'DELIVERY_MARGIN',
      detail: { percent: 59.99, minimumPercent: 30, minimumYen: 300_000 },
    })
  })
  test('nothing stays leveraged: no margin is asked for', () => {
    expect(decide(little, { balances: { available: 20_882 } }).ok).toBe(true)
  })
})

test('what is taken names order, lot and issue in each entry; available money goes first', () => {
  const draft = draftFrom('a', {
    ...NO_MONEY,
    available: 2_000_000,
    unsettled: 200_000,
    lotMargin: 1_392_000,
  })
  const after = takeDelivery(draft, { kind: 'take', lot: aLot(), interestYen: 266, payYen: 2_088_000 })
  expect(
    draft.transfers.map(({ kind, from, to, yen, orderId, lotId, code }) => [
      kind,
      from,
      to,
      yen,
      orderId,
      lotId,
      code,
    ]),
  ).toEqual([
    ['delivery', 'available', 'lotMargin', 2_000_000, 'o', 'l', 'S214'],
    ['delivery', 'unsettled', 'lotMargin', 88_000, 'o', 'l', 'S214'],
    ['interest', 'unsettled', 'interest', 266, 'o', 'l', 'S214'],
  ])
  expect(after).toMatchObject({
    leverageTenths: 10,
    marginYen: 3_480_000,
    chargesYen: 266,
    realizedYen: -266,
  })
})

describe('giving', () => {
  const shares = (id: string, openedAt: number, patch: Partial<Lot> = {}) =>
    aLot({
      id,
      openedAt,
      leverageTenths: 10,
      marginYen: 1_740_000,
      quantity: 500,
      openQuantity: 500,
      ...patch,
    })
  const delivered = (beside: readonly Lot[]) => {
    const decided = decide(short(), { beside })
    return decided.ok
      ? (decided.value as Extract<Delivery, { kind: 'give' }>).shares.map(({ lot, quantity }) => [
          lot.id,
          quantity,
        ])
      : decided.detail
  }
  test('the oldest first, of one moment by id, and no more than is needed', () => {
    expect(delivered([shares('d', 3), shares('c', 2), shares('b', 2), shares('a', 9)])).toEqual([
      ['b', 500],
      ['c', 500],
    ])
    expect(delivered([shares('a', 2, { openQuantity: 300 }), shares('b', 1), shares('c', 3)])).toEqual([
      ['b', 500],
      ['a', 300],
      ['c', 200],
    ])
  })
  test('only free shares of the issue, paid in full', () => {
    const others = [
      shares('other', 1, { code: 'S405' }),
      shares('leveraged', 2, { leverageTenths: 20 }),
      shares('fired', 3, { triggeredBy: 'take-profit' }),
      shares('locked', 4, { closingQuantity: 500, status: 'closing' }),
    ]
    expect(
      delivered([
        ...others,
        shares('part', 5, { closingQuantity: 200, status: 'closing' }),
        shares('free', 6),
      ]),
    ).toEqual({ needed: 1_000, free: 800 })
    expect(delivered([...others, shares('free', 6, { quantity: 1_000, openQuantity: 1_000 })])).toEqual([
      ['free', 1_000],
    ])
  })
  test('ends both at the price of the short', () => {
    const own = shares('x', 1, {
      quantity: 1_000,
      openQuantity: 1_000,
      openPriceTenths: 30_000,
      marginYen: 3_000_000,
    })
    const draft = draftFrom('a', { ...NO_MONEY, lotMargin: 4_392_000 })
    const parts = giveDelivery(
      draft,
      { kind: 'give', lot: short(), shares: [{ lot: own, quantity: 1_000 }] },
      DAY,
      7,
    )
    expect(
      parts.map(({ lot, before, locked, profitYen }) => [
        lot.id,
        lot.status,
        before.closingQuantity,
        locked.closingQuantity,
        profitYen,
      ]),
    ).toEqual([
      ['x', 'closed', 0, 1_000, 480_000 - 1_100],
      ['s', 'closed', 0, 1_000, -109 - 1_100],
    ])
    expect(draft.balances).toMatchObject({ lotMargin: 0, unsettled: 3_480_000, available: 1_392_000 - 109 })
  })
})
