import type { Yen } from '#kernel/money.ts'
import { OWN_ACCOUNTS, type AccountName } from '#modules/ledger/model/accounts.ts'
import type { TransferKind } from '#registry/transfer-kinds.ts'
import type { Closing, Move } from './closing.ts'

/** Parts of the page, in its order. */
export const GROUPS = ['members', 'funnel', 'money', 'cash', 'trading', 'income', 'loans', 'risk'] as const
/** `ms`: a time that something took; `ppm`: a share in millionths. */
export type FigureUnit = 'count' | 'yen' | 'ms' | 'ppm'
export type Figure = {
  readonly group: (typeof GROUPS)[number]
  readonly unit: FigureUnit
  /** `close`: as it stood at the close; `day`: of what happened in the day. */
  readonly of: 'close' | 'day'
  /** The page of the console on which it is worked on, and its filters. */
  readonly list: readonly [page: string, query: Readonly<Record<string, string>>]
  /** Known at the close alone: it is not reckoned while the day goes on. */
  readonly atClose?: true
}
const figure = (
  group: Figure['group'],
  unit: FigureUnit,
  of: Figure['of'],
  page: string,
  query: Readonly<Record<string, string>> = {},
): Figure => ({ group, unit, of, list: [page, query] })
const ledger = (group: Figure['group'], of: Figure['of'], kind: string) =>
  figure(group, 'yen', of, 'ledger', { kind })

/** Every figure of a day. Its name and definition are texts of this module: `figure.<key>`, `means.<key>`. */
export const FIGURES = {
  'members.total': figure('members', 'count', 'close', 'members'),
  'members.closed': figure('members', 'count', 'day', 'members', { state: 'closed' }),
  'funnel.registered': figure('funnel', 'count', 'day', 'members'),
  'funnel.submitted': figure('funnel', 'count', 'day', 'identity'),
  'funnel.verified': figure('funnel', 'count', 'day', 'identity'),
  'funnel.bank': figure('funnel', 'count', 'day', 'bank-accounts'),
  'funnel.deposited': figure('funnel', 'count', 'day', 'deposits', { view: 'decided' }),
  'funnel.ordered': figure('funnel', 'count', 'day', 'members'),
  'money.owed': figure('money', 'yen', 'close', 'closings'),
  'money.own': figure('money', 'yen', 'close', 'ledger'),
  'money.available': ledger('money', 'close', 'available'),
  'money.reserved': ledger('money', 'close', 'orderHold'),
  'money.margin': ledger('money', 'close', 'lotMargin'),
  'money.withdrawing': ledger('money', 'close', 'withdrawalHold'),
  'money.unidentified': ledger('money', 'close', 'unidentified'),
  'money.bank': ledger('money', 'close', 'bank'),
  'cash.deposits': figure('cash', 'count', 'day', 'deposits', { view: 'decided' }),
  'cash.deposited': figure('cash', 'yen', 'day', 'deposits', { view: 'decided' }),
  'cash.depositMedian': figure('cash', 'ms', 'day', 'deposits', { view: 'decided' }),
  'cash.depositSlow': figure('cash', 'ms', 'day', 'deposits', { view: 'decided' }),
  'cash.withdrawals': figure('cash', 'count', 'day', 'withdrawals', { view: 'decided' }),
  'cash.withdrawn': figure('cash', 'yen', 'day', 'withdrawals', { view: 'decided' }),
  'cash.withdrawalMedian': figure('cash', 'ms', 'day', 'withdrawals', { view: 'decided' }),
  'cash.withdrawalSlow': figure('cash', 'ms', 'day', 'withdrawals', { view: 'decided' }),
  'trading.orders': figure('trading', 'count', 'day', 'market'),
  'trading.fills': figure('trading', 'count', 'day', 'reconciliation', { side: 'venue' }),
  'trading.turnover': figure('trading', 'yen', 'day', 'reconciliation', { side: 'venue' }),
  'income.fee': ledger('income', 'day', 'fee'),
  'income.penalty': ledger('income', 'day', 'fee'),
  'income.tax': ledger('income', 'day', 'fee'),
  'income.interest': ledger('income', 'day', 'interest'),
  'income.lending': ledger('income', 'day', 'stockLending'),
  'income.loans': ledger('income', 'day', 'interest'),
  'loans.open': figure('loans', 'count', 'close', 'loans'),
  'loans.principal': ledger('loans', 'close', 'loan'),
  'loans.overdue': figure('loans', 'count', 'close', 'ledger', { kind: 'shortfall' }),
  'loans.shortfall': ledger('loans', 'close', 'shortfall'),
  'risk.open': figure('risk', 'count', 'close', 'members'),
  'risk.made': figure('risk', 'count', 'day', 'members'),
  'risk.met': figure('risk', 'count', 'day', 'members'),
  'risk.unmet': figure('risk', 'count', 'day', 'members'),
  'risk.margin': { ...figure('risk', 'yen', 'close', 'members'), atClose: true },
  'risk.issue': { ...figure('risk', 'ppm', 'close', 'market'), atClose: true },
  'risk.member': { ...figure('risk', 'ppm', 'close', 'members'), atClose: true },
} as const satisfies Readonly<Record<string, Figure>>
export type FigureKey = keyof typeof FIGURES
export const FIGURE_KEYS = Object.keys(FIGURES) as readonly FigureKey[]
export const figureOf = (key: FigureKey): Figure => FIGURES[key]

/** Null: nothing of it happened, or nobody knows yet. */
export type Figures = Readonly<Record<FigureKey, number | null>>

/** Times that a kind of case took in a day; null: there was none. */
export type Times = { readonly median: number | null; readonly slow: number | null }
/** The facts of a day that the ledger does not say. */
export type DayFacts = {
  readonly members: { readonly total: number; readonly closed: number }
  readonly funnel: {
    readonly registered: number
    readonly submitted: number
    readonly verified: number
    readonly bank: number
    readonly deposited: number
    readonly ordered: number
  }
  readonly deposits: Times
  readonly withdrawals: Times
  readonly orders: number
  readonly fills: { readonly count: number; readonly yen: Yen }
  readonly loans: { readonly open: number; readonly overdue: number }
  readonly calls: {
    readonly open: number
    readonly made: number
    readonly met: number
    readonly unmet: number
  }
  /** Value of open leveraged lots: of all, of the largest issue, of the largest member. Null: not asked. */
  readonly margin: { readonly all: Yen; readonly issue: Yen; readonly member: Yen } | null
}

const ppmOf = (part: Yen, all: Yen): number | null =>
  all === 0 ? null : Math.round((part * 1_000_000) / all)

/** All figures of a day, from its closing and from what the ledger does not say. */
export function figuresOf(
  { classes, moves, owed }: Pick<Closing, 'classes' | 'moves' | 'owed'>,
  facts: DayFacts,
): Figures {
  const at = (...accounts: AccountName[]): Yen =>
    classes.reduce((sum, line) => sum + (accounts.includes(line.account) ? line.closing : 0), 0)
  const of = (kind: TransferKind, where: (move: Move) => boolean = () => true) =>
    moves.filter((move) => move.kind === kind && where(move))
  const yen = (list: readonly Move[]): Yen => list.reduce((sum, move) => sum + move.yen, 0)
  const count = (list: readonly Move[]): number => list.reduce((sum, move) => sum + move.count, 0)
  /** Taken from members less what was given back. */
  const earned = (account: AccountName, kind: TransferKind): Yen =>
    yen(of(kind, ({ credit }) => credit === account)) - yen(of(kind, ({ debit }) => debit === account))
  const deposits = of('deposit', ({ debit }) => debit === 'bank')
  const withdrawals = of('withdrawal', ({ credit }) => credit === 'bank')
  const { funnel, margin } = facts
  return {
    'members.total': facts.members.total,
    'members.closed': facts.members.closed,
    'funnel.registered': funnel.registered,
    'funnel.submitted': funnel.submitted,
    'funnel.verified': funnel.verified,
    'funnel.bank': funnel.bank,
    'funnel.deposited': funnel.deposited,
    'funnel.ordered': funnel.ordered,
    'money.owed': owed.total,
    'money.own': at(...OWN_ACCOUNTS),
    'money.available': at('available'),
    'money.reserved': at('orderHold', 'subscriptionHold'),
    'money.margin': at('lotMargin'),
    'money.withdrawing': at('withdrawalHold'),
    'money.unidentified': at('unidentified'),
    'money.bank': 0 - at('bank'),
    'cash.deposits': count(deposits),
    'cash.deposited': yen(deposits),
    'cash.depositMedian': facts.deposits.median,
    'cash.depositSlow': facts.deposits.slow,
    'cash.withdrawals': count(withdrawals),
    'cash.withdrawn': yen(withdrawals),
    'cash.withdrawalMedian': facts.withdrawals.median,
    'cash.withdrawalSlow': facts.withdrawals.slow,
    'trading.orders': facts.orders,
    'trading.fills': facts.fills.count,
    'trading.turnover': facts.fills.yen,
    'income.fee': earned('fee', 'fee'),
    'income.penalty': earned('fee', 'day-penalty'),
    'income.tax': moves.reduce((sum, { taxYen }) => sum + taxYen, 0),
    'income.interest': earned('interest', 'interest'),
    'income.lending': earned('stockLending', 'stock-lending'),
    'income.loans': earned('interest', 'loan-interest'),
    'loans.open': facts.loans.open,
    'loans.principal': 0 - at('loan'),
    'loans.overdue': facts.loans.overdue,
    'loans.shortfall': 0 - at('shortfall'),
    'risk.open': facts.calls.open,
    'risk.made': facts.calls.made,
    'risk.met': facts.calls.met,
    'risk.unmet': facts.calls.unmet,
    'risk.margin': margin === null ? null : margin.all,
    'risk.issue': margin === null ? null : ppmOf(margin.issue, margin.all),
    'risk.member': margin === null ? null : ppmOf(margin.member, margin.all),
  }
}
