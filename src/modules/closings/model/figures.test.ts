import { expect, it } from 'vitest'
import type { ClassLine, Move } from './closing.ts'
import { FIGURE_KEYS, figureOf, figuresOf, GROUPS, type DayFacts } from './figures.ts'

const line = (account: ClassLine['account'], closing: number): ClassLine => ({
  account,
  opening: 0,
  debits: 0,
  credits: 0,
  closing,
})
const move = (
  kind: Move['kind'],
  debit: Move['debit'],
  credit: Move['credit'],
  yen: number,
  count = 1,
  taxYen = 0,
): Move => ({ kind, debit, credit, count, yen, taxYen })
const CLOSING = {
  classes: [
    line('available', 1_000),
    line('unsettled', 20),
    line('orderHold', 300),
    line('subscriptionHold', 50),
    line('lotMargin', 4_000),
    line('withdrawalHold', 500),
    line('loan', -700),
    line('shortfall', -9),
    line('bank', -9_000),
  ],
  moves: [
    move('deposit', 'bank', 'available', 9_000, 3),
    move('opening-deposit', 'bank', 'available', 5),
    move('withdrawal', 'withdrawalHold', 'bank', 600, 2),
    move('withdrawal-returned', 'bank', 'available', 100),
    move('fee', 'available', 'fee', 220, 2, 20),
    move('fee', 'orderHold', 'fee', 110, 1, 10),
    move('fee', 'fee', 'available', 30),
    move('day-penalty', 'available', 'fee', 55, 1, 5),
    move('interest', 'available', 'interest', 7),
    move('loan-interest', 'available', 'interest', 8),
    move('stock-lending', 'available', 'stockLending', 3),
  ],
  owed: { root: 'r', members: 2, total: 5_161, bank: 9_000, overdrawn: 0 },
}
const FACTS: DayFacts = {
  members: { total: 9, closed: 1 },
  funnel: { registered: 6, submitted: 5, verified: 4, bank: 3, deposited: 2, ordered: 1 },
  deposits: { median: 60_000, slow: 120_000 },
  withdrawals: { median: null, slow: null },
  orders: 12,
  fills: { count: 10, yen: 345_678 },
  loans: { open: 2, overdue: 1 },
  calls: { open: 1, made: 2, met: 3, unmet: 4 },
  margin: { all: 3_000, issue: 1_000, member: 3_000 },
}

it('takes money from the closing, and everything else from its facts', () => {
  expect(figuresOf(CLOSING, FACTS)).toMatchObject({
    'members.total': 9,
    'funnel.ordered': 1,
    'money.owed': 5_161,
    'money.own': 5_870,
    'money.reserved': 350,
    'money.unidentified': 0,
    'money.bank': 9_000,
    'cash.deposits': 3,
    'cash.deposited': 9_000,
    'cash.withdrawals': 2,
    'cash.withdrawn': 600,
    'cash.withdrawalMedian': null,
    'trading.turnover': 345_678,
    'income.fee': 300,
    'income.penalty': 55,
    'income.tax': 35,
    'income.interest': 7,
    'income.loans': 8,
    'income.lending': 3,
    'loans.principal': 700,
    'loans.shortfall': 9,
    'risk.issue': 333_333,
    'risk.member': 1_000_000,
  })
})

it('says nothing of a share of nothing, or of what is known at the close alone', () => {
  const none = figuresOf(CLOSING, { ...FACTS, margin: { all: 0, issue: 0, member: 0 } })
  expect([none['risk.margin'], none['risk.issue'], none['risk.member']]).toEqual([0, null, null])
  const open = figuresOf(CLOSING, { ...FACTS, margin: null })
  const unknown = FIGURE_KEYS.filter((key) => figureOf(key).atClose)
  expect(unknown.map((key) => open[key])).toEqual([null, null, null])
})

it('has a group for each figure, and figures in each group', () => {
  expect(new Set(FIGURE_KEYS.map((key) => figureOf(key).group))).toEqual(new Set(GROUPS))
  expect(Object.keys(figuresOf(CLOSING, FACTS)).toSorted()).toEqual(FIGURE_KEYS.toSorted())
})
