import { expect, test } from 'vitest'
import { Bug } from '#kernel/assert.ts'
import { accountId, buyingPower, NO_MONEY, ownMoney, type Balances } from './accounts.ts'
import { charge, draftFrom, move, moveUpTo, repayShortfall } from './drafting.ts'

const draft = (balances: Partial<Balances>) => draftFrom('a', { ...NO_MONEY, ...balances })

test('a move takes from one account what it adds to the other', () => {
  const made = draft({ available: 100 })
  move(made, 'available', 'orderHold', 30, { kind: 'order-hold', about: { orderId: 'o' } })
  move(made, 'available', 'fee', 5, { kind: 'fee', taxYen: 1 })
  expect(made.balances).toEqual({ ...NO_MONEY, available: 65, orderHold: 30 })
  expect(made.transfers).toEqual([
    {
      memberId: 'a',
      from: 'available',
      to: 'orderHold',
      yen: 30,
      taxYen: 0,
      kind: 'order-hold',
      orderId: 'o',
    },
    { memberId: 'a', from: 'available', to: 'fee', yen: 5, taxYen: 1, kind: 'fee' },
  ])
})

const bugs: [name: string, yen: number][] = [
  ['more than there is', 101],
  ['half a yen', 0.5],
  ['backwards', -1],
  ['past safe integers', 2 ** 53],
]
test.each(bugs)('taking %s is a bug', (_, yen) => {
  expect(() => move(draft({ available: 100 }), 'available', 'fee', yen, { kind: 'fee' })).toThrow(Bug)
})

test.each([0.5, 2 ** 53, Number.NaN])(
  '%d yen from one account of the firm to another are a bug as well',
  (yen) => {
    expect(() => move(draft({}), 'fee', 'interest', yen, { kind: 'correction' })).toThrow(Bug)
  },
)

test('nothing to move leaves no transfer', () => {
  const made = draft({})
  move(made, 'available', 'fee', 0, { kind: 'fee' })
  expect(moveUpTo(made, 'unsettled', 'available', 10, { kind: 'settlement' })).toBe(0)
  expect(made.transfers).toEqual([])
})

const charges: [
  available: number,
  unsettled: number,
  yen: number,
  after: Partial<Balances>,
  kinds: string[],
][] = [
  [100, 50, 80, { available: 20, unsettled: 50 }, ['loss']],
  [100, 50, 120, { available: 0, unsettled: 30 }, ['loss', 'loss']],
  [100, 50, 200, { shortfall: 50 }, ['loss', 'loss', 'shortfall', 'loss']],
  [0, 0, 7, { shortfall: 7 }, ['shortfall', 'loss']],
]
test.each(charges)(
  'available %d, unsettled %d: a charge of %d',
  (available, unsettled, yen, after, kinds) => {
    const made = draft({ available, unsettled })
    charge(made, 'clearing', yen, { kind: 'loss' })
    expect(made.balances).toEqual({ ...NO_MONEY, ...after })
    expect(made.transfers.map(({ kind }) => kind)).toEqual(kinds)
  },
)

/** Consumption tax of 325 yen within 3,575: in the first part that is large enough, once. */
const taxed: [available: number, unsettled: number, parts: [from: string, yen: number, taxYen: number][]][] =
  [
    [5_000, 0, [['available', 3_575, 325]]],
    [
      1_000,
      5_000,
      [
        ['available', 1_000, 325],
        ['unsettled', 2_575, 0],
      ],
    ],
    [
      100,
      200,
      [
        ['available', 100, 100],
        ['unsettled', 200, 200],
        ['shortfall', 3_275, 0],
        ['available', 3_275, 25],
      ],
    ],
    [
      0,
      0,
      [
        ['shortfall', 3_575, 0],
        ['available', 3_575, 325],
      ],
    ],
  ]
test.each(taxed)(
  'available %d, unsettled %d: the tax within a fee stands in the books once',
  (available, unsettled, parts) => {
    const made = draft({ available, unsettled })
    charge(made, 'fee', 3_575, { kind: 'day-penalty', taxYen: 325, about: { orderId: 'o' } })
    expect(made.transfers.map(({ from, yen, taxYen }) => [from, yen, taxYen])).toEqual(parts)
    expect(made.transfers.every(({ orderId }) => orderId === 'o')).toBe(true)
  },
)

test('money that comes in pays a shortfall first', () => {
  const made = draft({ available: 30, unsettled: 100, shortfall: 50 })
  repayShortfall(made)
  expect(made.balances).toEqual({ ...NO_MONEY, available: 0, unsettled: 80 })
  expect(made.transfers.map(({ kind, from, to, yen }) => [kind, from, to, yen])).toEqual([
    ['shortfall-repaid', 'available', 'shortfall', 30],
    ['shortfall-repaid', 'unsettled', 'shortfall', 20],
  ])
})

test('own money counts holds and margins, not debts; buying power what is free', () => {
  const balances = {
    ...NO_MONEY,
    available: 1,
    unsettled: 2,
    orderHold: 4,
    lotMargin: 8,
    loan: 100,
    shortfall: 200,
  }
  expect([ownMoney(balances), buyingPower(balances)]).toEqual([15, 3])
  expect([accountId('a', 'available'), accountId('a', 'fee')]).toEqual(['m:a:available', 'h:fee'])
})
