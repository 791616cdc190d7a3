import { expect, test } from 'vitest'
import { Bug } from '#kernel/assert.ts'
import { NO_MONEY, type Balances } from '#modules/ledger/model/accounts.ts'
import { draftFrom } from '#modules/ledger/model/drafting.ts'
import { FEE } from '#modules/margin/model/rates.ts'
import { feeOf } from '#modules/margin/model/charges.ts'
import { closePart } from './close-part.ts'
import { aLot } from './lot.fixture.ts'
import {
  lockQuantity,
  NEXT_LOT_STATUS,
  moved,
  triggeredAt,
  unlockQuantity,
  type Lot,
  type LotStatus,
} from './lot.ts'

const lot = (patch: Partial<Lot> = {}): Lot => aLot({ closingQuantity: 1_000, status: 'closing', ...patch })
const close = (
  of: Lot,
  quantity: number,
  priceYen: number,
  balances: Partial<Balances> = {},
  settlementDate = '2026-11-18',
) => {
  const draft = draftFrom('a', { ...NO_MONEY, lotMargin: of.marginYen, ...balances })
  const priceTenths = priceYen * 10
  const part = closePart(draft, of, {
    orderId: 'c',
    quantity,
    priceTenths,
    fee: feeOf((priceTenths * quantity) / 10, FEE),
    settlementDate,
    at: 9,
  })
  return {
    ...part,
    draft,
    told: draft.transfers.map(({ kind, from, to, yen }) => `${kind}: ${from} → ${to} ${yen}`),
  }
}

test('a leveraged gain: margin back at once, profit on T+2', () => {
  const { told, profitYen, settlingYen, lot: after } = close(lot(), 1_000, 3_580)
  expect(told).toEqual([
    'fee: lotMargin → fee 1100',
    'interest: lotMargin → interest 266',
    'margin-return: lotMargin → available 1390634',
    'profit: clearing → unsettled 100000',
  ])
  expect({ profitYen, settlingYen }).toEqual({
    profitYen: 100_000 - 1_100 - 266 - 1_100,
    settlingYen: 100_000,
  })
  expect(after).toMatchObject({
    status: 'closed',
    openQuantity: 0,
    marginYen: 0,
    realizedYen: profitYen,
    closeFeeYen: 1_100,
    chargesYen: 266,
    closedYen: 3_580_000,
    closedAt: 9,
  })
})

test('a leveraged loss comes out of the margin first', () => {
  expect(close(lot(), 1_000, 3_380).told).toEqual([
    'loss: lotMargin → clearing 100000',
    'fee: lotMargin → fee 1100',
    'interest: lotMargin → interest 266',
    'margin-return: lotMargin → available 1290634',
  ])
})

test('a loss beyond the margin takes available, then unsettled money, then becomes a visible shortfall', () => {
  const { told, draft } = close(lot(), 1_000, 1_480, { available: 300_000, unsettled: 200_000 })
  expect(told).toEqual([
    'loss: lotMargin → clearing 1392000',
    'loss: available → clearing 300000',
    'loss: unsettled → clearing 200000',
    'shortfall: shortfall → available 108000',
    'loss: available → clearing 108000',
    'shortfall: shortfall → available 814',
    'fee: available → fee 814',
    'shortfall: shortfall → available 266',
    'interest: available → interest 266',
  ])
  expect(draft.balances).toEqual({ ...NO_MONEY, shortfall: 109_080 })
})

/**
 * The closing fee of 1,100 yen has 100 of consumption tax within it, whoever pays it. Closed at 2,080, the
 * lot has lost 1,400,000.
 */
const feePaidBy: [
  what: string,
  marginYen: number,
  balances: Partial<Balances>,
  parts: [from: string, yen: number, taxYen: number][],
][] = [
  ['the margin', 1_500_000, {}, [['lotMargin', 1_100, 100]]],
  [
    'the margin in part',
    1_401_000,
    { available: 5_000 },
    [
      ['lotMargin', 1_000, 100],
      ['available', 100, 0],
    ],
  ],
  [
    'the margin, less of it than the tax',
    1_400_040,
    { available: 5_000 },
    [
      ['lotMargin', 40, 40],
      ['available', 1_060, 60],
    ],
  ],
  [
    'the account',
    1_400_000,
    { available: 1_000, unsettled: 5_000 },
    [
      ['available', 1_000, 100],
      ['unsettled', 100, 0],
    ],
  ],
  ['what the firm lends', 1_400_000, {}, [['available', 1_100, 100]]],
]
test.each(feePaidBy)('a fee that is paid by %s', (_, marginYen, balances, parts) => {
  const { draft } = close(lot({ marginYen }), 1_000, 2_080, balances)
  expect(
    draft.transfers.filter(({ kind }) => kind === 'fee').map(({ from, yen, taxYen }) => [from, yen, taxYen]),
  ).toEqual(parts)
})

test('a gain pays an older shortfall first', () => {
  const { draft } = close(lot(), 1_000, 3_580, { shortfall: 1_400_000 })
  expect(draft.balances).toMatchObject({ shortfall: 0, available: 0, unsettled: 90_634 })
})

test('a short: gains when it falls, pays the lending fee', () => {
  const { told } = close(lot({ side: 'down' }), 1_000, 3_380)
  expect(told).toContain('profit: clearing → unsettled 100000')
  expect(told).toContain('stock-lending: lotMargin → stockLending 109')
})

test('a 1× sale: proceeds are unsettled, no interest', () => {
  const cash = lot({ leverageTenths: 10, marginYen: 3_480_000 })
  expect(close(cash, 1_000, 3_580)).toMatchObject({
    told: [
      'fee: lotMargin → fee 1100',
      'sale: lotMargin → unsettled 3478900',
      'profit: clearing → unsettled 100000',
    ],
    settlingYen: 3_578_900,
    profitYen: 100_000 - 2_200,
  })
  expect(close(cash, 1_000, 3_380)).toMatchObject({
    told: [
      'loss: lotMargin → clearing 100000',
      'fee: lotMargin → fee 1100',
      'sale: lotMargin → unsettled 3378900',
    ],
    settlingYen: 3_378_900,
  })
})

test('parts add up to the whole', () => {
  const parts = [300, 300, 400]
  let rest = lot()
  let feesYen = 0
  for (const quantity of parts) {
    const part = close(rest, quantity, 3_480)
    feesYen -=
      part.profitYen + part.lot.chargesYen - rest.chargesYen + part.lot.closeFeeYen - rest.closeFeeYen
    rest = part.lot
  }
  expect(rest).toMatchObject({ status: 'closed', marginYen: 0, openQuantity: 0 })
  expect(feesYen, 'the opening fee is spread over the parts').toBe(1_100)
})

test('a part: its share of the opening fee is what the parts before it have left, and the lot stays open', () => {
  // Of 7 yen: ⌊7 × 0.7⌋ = 4 went with the first 700 shares, ⌊7 × 0.8⌋ = 5 with 800.
  const part = close(
    lot({ openQuantity: 300, closingQuantity: 100, openFeeYen: 7, marginYen: 417_600 }),
    100,
    3_480,
  )
  expect(part.profitYen).toBe(0 - 191 - 26 - 1)
  expect(part.lot).toMatchObject({ status: 'holding', openQuantity: 200, closedAt: null })
  expect(part.draft.transfers.map(({ orderId, lotId, code }) => [orderId, lotId, code])).toEqual(
    part.draft.transfers.map(() => ['c', 'l', 'S214']),
  )
})

test('days are charged from settlement to settlement', () => {
  expect(close(lot(), 1_000, 3_480, {}, '2026-11-23').lot.chargesYen).toBe(
    Math.floor((3_480_000 * 0.028 * 6) / 365),
  )
})

const statuses: LotStatus[] = ['holding', 'closing', 'closed']
test.each(statuses.flatMap((from) => statuses.map((to) => [from, to] as const)))(
  'a lot: %s to %s',
  (from, to) => {
    const change = () => moved(lot({ status: from }), to, {}).status
    if (NEXT_LOT_STATUS[from].includes(to)) expect(change()).toBe(to)
    else expect(change).toThrow(Bug)
  },
)

test('what is locked cannot be locked twice, and comes free again', () => {
  const holding = lot({ status: 'holding', closingQuantity: 0 })
  const part = lockQuantity(holding, 600)
  expect(part).toMatchObject({ status: 'closing', closingQuantity: 600 })
  expect(() => lockQuantity(part, 500)).toThrow(Bug)
  expect(unlockQuantity(part, 200)).toMatchObject({ status: 'closing', closingQuantity: 400 })
  expect(unlockQuantity(part, 600)).toMatchObject({ status: 'holding', closingQuantity: 0 })
})

const exits = { takeProfitTenths: 37_000, stopLossTenths: 33_000 }
const prints: [side: 'up' | 'down', patch: Partial<Lot>, tenths: number, kind: string | null][] = [
  ['up', {}, 36_999, null],
  ['up', {}, 37_000, 'take-profit'],
  ['up', {}, 40_000, 'take-profit'],
  ['up', {}, 33_001, null],
  ['up', {}, 33_000, 'stop-loss'],
  ['up', {}, 27_100, 'stop-loss'],
  ['up', { triggeredBy: 'stop-loss' }, 30_000, null],
  ['up', { status: 'closed' }, 30_000, null],
  ['down', { takeProfitTenths: 33_000, stopLossTenths: 37_000 }, 33_000, 'take-profit'],
  ['down', { takeProfitTenths: 33_000, stopLossTenths: 37_000 }, 37_500, 'stop-loss'],
  ['up', { takeProfitTenths: null, stopLossTenths: null }, 1, null],
]
test.each(prints)('%s %o: a trade at %d triggers %s', (side, patch, tenths, kind) => {
  expect(triggeredAt(lot({ side, ...exits, ...patch }), tenths)).toBe(kind)
})
