import { describe, expect, it, test } from 'vitest'
import { DAY, HOUR, timeJst } from '#kernel/time.ts'
import { tseCalendar } from '#modules/instruments/model/calendar.ts'
import { NO_MONEY } from '#modules/ledger/model/accounts.ts'
import { answeredBy } from '#modules/staff/model/appeal.ts'
import { decideAccountAppeal, decideAppeal } from './appeal.ts'
import { decideClosing, type ClosingFacts } from './closing.ts'
import { figuresOf } from './measured.ts'
import {
  arrivedAt,
  arrivesByBefore,
  askedToday,
  decideWithdrawal,
  takesRequests,
  transferDay,
  withdrawable,
  type ProvenBy,
  type WithdrawalFacts,
} from './withdrawal.ts'

const terms: [name: string, settled: number, margin: number | null, loan: number | null, yen: number][] = [
  ['no limits but the cash', 500_000, null, null, 500_000],
  ['leveraged lots leave less', 500_000, 120_000, null, 120_000],
  ['leveraged lots leave more', 500_000, 900_000, null, 500_000],
  ['a loan leaves least', 500_000, 120_000, 50_000, 50_000],
  ['nothing', 500_000, 0, null, 0],
]
test.each(terms)('%s', (_, settled, margin, loan, yen) =>
  expect(withdrawable(settled, margin, loan)).toBe(yen),
)

const times: [name: string, at: number, open: boolean][] = [
  ['Thursday 9:00:00', timeJst('2026-11-19', 9), true],
  ['Thursday 8:59:59.999', timeJst('2026-11-19', 9) - 1, false],
  ['Thursday 15:29:59.999', timeJst('2026-11-19', 15, 30) - 1, true],
  ['Thursday 15:30:00', timeJst('2026-11-19', 15, 30), false],
  ['Saturday noon', timeJst('2026-11-21', 12), false],
  ['a holiday on a Monday', timeJst('2026-11-23', 12), false],
  ['New Year', timeJst('2027-01-01', 12), false],
  ['the last day of the year, when banks are closed', timeJst('2026-12-31', 12), false],
]
test.each(times)('%s', (_, at, open) => expect(takesRequests(at, tseCalendar.isTradingDay)).toBe(open))

const WALL = timeJst('2026-11-19', 10)
const account = { state: 'approved', addedAt: WALL - 40 * DAY, acceptedAt: WALL - 39 * DAY } as const
const fine: WithdrawalFacts = {
  confirmed: WALL,
  aheadMs: 0,
  isOpen: true,
  isClosing: false,
  isFrozen: false,
  closedUntil: null,
  account,
  today: { requests: 0, yen: 0 },
  loanHeadroomYen: null,
  withdrawableYen: 5_000_000,
  byRuleYen: 1_000_000,
}
const ask = (change: Partial<WithdrawalFacts>, yen = 10_000, by: ProvenBy = 'passkey', isClosing = false) =>
  decideWithdrawal({ ...fine, ...change }, { yen, by, isClosing })

test.each([
  [1_000_000, 'rule', 1_000_000],
  [1_000_001, 'two', 1_000_000],
  [100_000, 'rule', 100_000],
  [100_001, 'two', 100_000],
  [3_000_000, 'rule', 3_000_000],
] as const)('of %d yen the decider is %s where the limit of the day is %d', (yen, decider, byRuleYen) =>
  expect(ask({ byRuleYen }, yen)).toMatchObject({ ok: true, value: { decider } }),
)

describe('a withdrawal is refused by the first rule that it breaks', () => {
  const cases: [rejection: string, change: Partial<WithdrawalFacts>, yen?: number, by?: ProvenBy][] = [
    ['WITHDRAWAL_MINIMUM', { isOpen: false }, 9_999],
    ['WITHDRAWAL_HOURS', { isOpen: false, isClosing: true }],
    ['ACCOUNT_CLOSING', { isClosing: true, isFrozen: true }],
    ['ACCOUNT_FROZEN', { isFrozen: true, closedUntil: WALL + 1 }],
    ['WITHDRAWALS_CLOSED', { closedUntil: WALL + 1, account: undefined }],
    ['BANK_ACCOUNT_NOT_FOUND', { account: undefined, withdrawableYen: 0 }],
    ['BANK_ACCOUNT_NOT_FOUND', { account: { ...account, state: 'removed' } }],
    ['BANK_ACCOUNT_UNREVIEWED', { account: { ...account, state: 'pending' } }],
    ['BANK_ACCOUNT_UNREVIEWED', { account: { ...account, state: 'denied' } }],
    [
      'BANK_ACCOUNT_NEW',
      { account: { ...account, addedAt: WALL - 72 * HOUR + 1 }, today: { requests: 9, yen: 0 } },
    ],
    ['WITHDRAWALS_TODAY', { today: { requests: 5, yen: 0 }, withdrawableYen: 0 }],
    ['TOTP_ACCOUNT_NEW', { account: { ...account, acceptedAt: WALL - 30 * DAY + 1 } }, 200_000, 'totp'],
    ['TOTP_LIMIT', { withdrawableYen: 0 }, 100_001, 'totp'],
    ['TOTP_LIMIT', { today: { requests: 1, yen: 90_001 } }, 10_000, 'totp'],
    ['LOAN_COVER', { loanHeadroomYen: 9_999, withdrawableYen: 9_999 }],
    ['NOT_WITHDRAWABLE', { withdrawableYen: 9_999 }],
  ]
  it.each(cases)('%s', (rejection, change, yen, by) =>
    expect(ask(change, yen, by)).toMatchObject({ ok: false, rejection }),
  )
})

describe('who decides', () => {
  const decided: [
    name: string,
    change: Partial<WithdrawalFacts>,
    yen: number,
    by: ProvenBy,
    decider: string,
  ][] = [
    ['the rule, up to the daily sum', {}, 1_000_000, 'passkey', 'rule'],
    [
      'the rule, with what was asked before',
      { today: { requests: 1, yen: 400_000 } },
      600_000,
      'demo',
      'rule',
    ],
    ['two people above it', {}, 1_000_001, 'passkey', 'two'],
    [
      'two people when the day adds up to more',
      { today: { requests: 1, yen: 400_001 } },
      600_000,
      'passkey',
      'two',
    ],
    ['the rule after a day with the authenticator app', {}, 100_000, 'totp', 'wait'],
    [
      'an account is usable from the very millisecond',
      { account: { ...account, addedAt: WALL - 72 * HOUR } },
      10_000,
      'passkey',
      'rule',
    ],
  ]
  it.each(decided)('%s', (_, change, yen, by, decider) =>
    expect(ask(change, yen, by)).toEqual({ ok: true, value: { decider } }),
  )
  const justEnough: [what: string, change: Partial<WithdrawalFacts>, by?: ProvenBy][] = [
    ['the moment in which withdrawals open again', { closedUntil: WALL }],
    ['a closure that is over', { closedUntil: WALL - 1 }],
    ['all that loans leave', { loanHeadroomYen: 10_000 }],
    ['all that there is', { withdrawableYen: 10_000 }],
    [
      'an account of thirty days, to the millisecond',
      { account: { ...account, acceptedAt: WALL - 30 * DAY } },
      'totp',
    ],
    ['the last yen of the app’s day', { today: { requests: 1, yen: 90_000 } }, 'totp'],
  ]
  it.each(justEnough)('nobody refuses %s', (_, change, by) => expect(ask(change, 10_000, by).ok).toBe(true))
  const told: [
    rejection: string,
    change: Partial<WithdrawalFacts>,
    yen: number,
    by: ProvenBy,
    detail: object,
  ][] = [
    ['WITHDRAWAL_MINIMUM', {}, 9_999, 'passkey', { minimum: 10_000 }],
    ['WITHDRAWALS_CLOSED', { closedUntil: WALL + 1 }, 10_000, 'passkey', { until: WALL + 1 }],
    [
      'BANK_ACCOUNT_NEW',
      { account: { ...account, addedAt: WALL - HOUR } },
      10_000,
      'passkey',
      { from: WALL + 71 * HOUR },
    ],
    ['WITHDRAWALS_TODAY', { today: { requests: 5, yen: 0 } }, 10_000, 'passkey', { most: 5 }],
    ['TOTP_ACCOUNT_NEW', { account: { ...account, acceptedAt: null } }, 10_000, 'totp', { days: 30 }],
    ['TOTP_LIMIT', { today: { requests: 1, yen: 60_000 } }, 40_001, 'totp', { most: 100_000, left: 40_000 }],
    ['TOTP_LIMIT', { today: { requests: 1, yen: 160_000 } }, 10_000, 'totp', { most: 100_000, left: 0 }],
    ['LOAN_COVER', { loanHeadroomYen: 9_999, withdrawableYen: 9_999 }, 10_000, 'passkey', { most: 9_999 }],
    ['NOT_WITHDRAWABLE', { withdrawableYen: 9_999 }, 10_000, 'passkey', { most: 9_999 }],
  ]
  it.each(told)('%s says what would do', (rejection, change, yen, by, detail) =>
    expect(ask(change, yen, by)).toEqual({ ok: false, rejection, detail }),
  )
  it('a closing payout has no minimum', () => {
    expect(ask({}, 1, 'passkey', true).ok).toBe(true)
    expect(ask({ isOpen: false }, 1, 'passkey', true)).toMatchObject({ rejection: 'WITHDRAWAL_HOURS' })
  })
  it('in records from before business hours: within a day of the calendar, with the app within two', () => {
    expect(arrivesByBefore(WALL, 'two') - WALL).toBe(24 * HOUR)
    expect(arrivesByBefore(WALL, 'wait') - WALL).toBe(48 * HOUR)
  })
})

test('what was asked for today: all requests, and the yen of those that stand', () => {
  const row = (state: string, yen: number, requestedAt = WALL) => ({ state, yen, requestedAt })
  const rows = [
    row('requested', 1),
    row('approved', 10),
    row('paid', 100),
    row('denied', 1_000),
    row('cancelled', 10_000),
    row('returned', 100_000),
    row('paid', 1_000_000, WALL - DAY),
  ]
  expect(askedToday(rows, '2026-11-19')).toEqual({ requests: 6, standing: 3, yen: 111 })
})

test('an appeal against the rejection of a bank account: once, against a rejection, with a text', () => {
  const facts = { state: 'denied', appealed: false, isText: true }
  expect(decideAccountAppeal(facts).ok).toBe(true)
  for (const state of [undefined, 'removed'])
    expect(decideAccountAppeal({ ...facts, state, appealed: true })).toMatchObject({
      rejection: 'BANK_ACCOUNT_NOT_FOUND',
    })
  for (const state of ['pending', 'approved'])
    expect(decideAccountAppeal({ ...facts, state, isText: false })).toMatchObject({
      rejection: 'ACCOUNT_NOT_REJECTED',
    })
  expect(decideAccountAppeal({ ...facts, appealed: true, isText: false })).toMatchObject({
    rejection: 'ACCOUNT_APPEALED',
  })
  expect(decideAccountAppeal({ ...facts, isText: false })).toMatchObject({ rejection: 'APPEAL_TEXT' })
})

test('an appeal: once, against a denial, with a text, answered by the end of the next business day', () => {
  const facts = { state: 'denied', appealed: false, isText: true }
  expect(decideAppeal(facts).ok).toBe(true)
  expect(decideAppeal({ ...facts, state: undefined, appealed: true })).toMatchObject({
    rejection: 'WITHDRAWAL_NOT_FOUND',
  })
  for (const state of ['requested', 'approved', 'paid', 'cancelled', 'returned'])
    expect(decideAppeal({ ...facts, state })).toMatchObject({ rejection: 'NOT_DENIED' })
  expect(decideAppeal({ ...facts, appealed: true, isText: false })).toMatchObject({
    rejection: 'APPEALED_ALREADY',
  })
  expect(decideAppeal({ ...facts, isText: false })).toMatchObject({ rejection: 'APPEAL_TEXT' })
  // Filed on a Friday before a holiday on Monday: by the end of Tuesday.
  expect(answeredBy(timeJst('2026-11-20', 14), tseCalendar.next)).toBe(timeJst('2026-11-25', 0))
})

describe('an account is closed when nothing is open', () => {
  const free: ClosingFacts = {
    isClosing: false,
    openLots: 0,
    pendingDeposits: 0,
    taxDueYen: 0,
    poolsYen: 0,
    balances: { ...NO_MONEY, available: 1_234 },
  }
  const cases: [rejection: string | null, change: Partial<ClosingFacts>][] = [
    [null, {}],
    [null, { balances: NO_MONEY }],
    ['ACCOUNT_CLOSING', { isClosing: true, openLots: 1 }],
    ['CLOSING_LOTS', { openLots: 1, taxDueYen: 1 }],
    ['CLOSING_HOLDS', { balances: { ...NO_MONEY, orderHold: 1, loan: 1 } }],
    ['CLOSING_HOLDS', { balances: { ...NO_MONEY, unsettled: 1 } }],
    ['CLOSING_HOLDS', { balances: { ...NO_MONEY, withdrawalHold: 1 } }],
    ['CLOSING_HOLDS', { taxDueYen: 1 }],
    ['CLOSING_DEBT', { balances: { ...NO_MONEY, shortfall: 1 }, pendingDeposits: 1 }],
    ['CLOSING_DEBT', { balances: { ...NO_MONEY, loan: 1 }, poolsYen: 1 }],
    ['CLOSING_POOLS', { poolsYen: 1, pendingDeposits: 1 }],
    ['CLOSING_DEPOSITS', { pendingDeposits: 1 }],
  ]
  it.each(cases)('%s: %j', (rejection, change) => {
    const decided = decideClosing({ ...free, ...change })
    expect(decided.ok ? null : decided.rejection).toBe(rejection)
  })
})

test('the public figures are measured', () => {
  const row = (state: string, after: number | null) => ({
    state,
    requestedAt: 1_000,
    paidAt: after === null ? null : 1_000 + after,
  })
  expect(figuresOf([])).toEqual({
    requested: 0,
    paid: 0,
    denied: 0,
    denialBp: null,
    medianMs: null,
    slowestMs: null,
  })
  const rows = [
    row('paid', 10),
    row('paid', 30),
    row('paid', 20),
    row('denied', null),
    row('cancelled', null),
    row('requested', null),
    row('approved', null),
    row('returned', 40),
  ]
  expect(figuresOf(rows)).toEqual({
    requested: 8,
    paid: 4,
    denied: 1,
    denialBp: 1_667,
    medianMs: 25,
    slowestMs: 40,
  })
})

describe('what the bank says of a transfer', () => {
  const day = timeJst('2026-11-24', 0)
  const approved = day + 10 * HOUR
  const arrivals: [
    name: string,
    source: 'demo-bank' | 'file',
    bookedAt: number,
    wall: number,
    arrived: number,
  ][] = [
    ['the moment, where it says it', 'demo-bank', approved + 1, day + 20 * HOUR, approved + 1],
    ['the day alone: now, as long as it lasts', 'file', day, day + 12 * HOUR, day + 12 * HOUR],
    ['the day alone: its end, once it is over', 'file', day, day + 3 * DAY, day + DAY - 1],
    ['a day before it was approved is no arrival before it', 'file', day - DAY, day + 3 * DAY, approved],
  ]
  it.each(arrivals)('is %s', (_, source, bookedAt, wall, arrived) =>
    expect(arrivedAt({ source, bookedAt }, approved, wall)).toBe(arrived),
  )
})

const days: [name: string, day: string, hour: number, transfer: string][] = [
  ['in the morning of a banking day', '2026-11-24', 9, '2026-11-24'],
  ['after the bank has closed', '2026-11-24', 16, '2026-11-25'],
  ['on a Saturday', '2026-11-21', 10, '2026-11-24'],
  ['on the last banking day of the year, late', '2026-12-30', 18, '2027-01-04'],
]
it.each(days)('a file made %s is for the next day on which it can be carried out', (_, day, hour, transfer) =>
  expect(transferDay(timeJst(day, hour), tseCalendar.isTradingDay, tseCalendar.next)).toBe(transfer),
)
