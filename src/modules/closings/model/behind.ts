import type { Yen } from '#kernel/money.ts'
import type { Ms } from '#kernel/time.ts'
import { MEMBER_ACCOUNTS, OWN_ACCOUNTS, type AccountName } from '#modules/ledger/model/accounts.ts'
import { TRANSFER_KINDS, type TransferKind } from '#registry/transfer-kinds.ts'
import { CLASSES, movedOf, type Closing } from './closing.ts'
import { FIGURE_KEYS, figureOf, type FigureKey, type FigureUnit } from './figures.ts'

/**
 * Rows of the ledger behind a figure. `balance`: what the classes opened with and each entry since, signed as
 * the figure is; `moves`: entries of a kind between classes; `earned`: of a kind, less what was given back;
 * `tax`: the consumption tax inside of entries.
 */
export type LedgerRows =
  | { of: 'balance'; accounts: readonly AccountName[]; sign: 1 | -1; overdrawn?: true }
  | { of: 'moves'; kind?: TransferKind; debit?: AccountName; credit?: AccountName }
  | { of: 'earned'; kind: TransferKind; account: AccountName }
  | { of: 'tax' }
/** Rows of another table: each is one case of the figure. */
export const CASE_ROWS = [
  'members',
  'members-closed',
  'registered',
  'submitted',
  'verified',
  'bank',
  'deposited',
  'ordered',
  'deposits',
  'withdrawals',
  'orders',
  'fills',
  'loans',
  'calls-open',
  'calls-made',
  'calls-met',
  'calls-unmet',
] as const
export type CaseRows = { of: (typeof CASE_ROWS)[number] }

/** A list and the figure of its rows: their number, their yen, the half or nine of ten of their times. */
export type Behind = { rows: LedgerRows | CaseRows; makes: 'count' | 'yen' | 'median' | 'slow' }
/** The rows added up, as the database counts them. */
export type Added = { count: number; yen: Yen; median: Ms | null; slow: Ms | null }

const balance = (sign: 1 | -1, ...accounts: AccountName[]): Behind => ({
  rows: { of: 'balance', accounts, sign },
  makes: 'yen',
})
const cases = (of: CaseRows['of'], makes: Behind['makes'] = 'count'): Behind => ({ rows: { of }, makes })
const earned = (account: AccountName, kind: TransferKind): Behind => ({
  rows: { of: 'earned', kind, account },
  makes: 'yen',
})
const DEPOSITS = { of: 'moves', kind: 'deposit', debit: 'bank' } as const
const WITHDRAWALS = { of: 'moves', kind: 'withdrawal', credit: 'bank' } as const

/** The list behind each figure; null: it is of the moment of the close, and nobody keeps its rows. */
const BEHIND: Readonly<Record<FigureKey, Behind | null>> = {
  'members.total': cases('members'),
  'members.closed': cases('members-closed'),
  'funnel.registered': cases('registered'),
  'funnel.submitted': cases('submitted'),
  'funnel.verified': cases('verified'),
  'funnel.bank': cases('bank'),
  'funnel.deposited': cases('deposited'),
  'funnel.ordered': cases('ordered'),
  'money.owed': {
    rows: { of: 'balance', accounts: MEMBER_ACCOUNTS, sign: 1, overdrawn: true },
    makes: 'yen',
  },
  'money.own': balance(1, ...OWN_ACCOUNTS),
  'money.available': balance(1, 'available'),
  'money.reserved': balance(1, 'orderHold', 'subscriptionHold'),
  'money.margin': balance(1, 'lotMargin'),
  'money.withdrawing': balance(1, 'withdrawalHold'),
  'money.unidentified': balance(1, 'unidentified'),
  'money.bank': balance(-1, 'bank'),
  'cash.deposits': { rows: DEPOSITS, makes: 'count' },
  'cash.deposited': { rows: DEPOSITS, makes: 'yen' },
  'cash.depositMedian': cases('deposits', 'median'),
  'cash.depositSlow': cases('deposits', 'slow'),
  'cash.withdrawals': { rows: WITHDRAWALS, makes: 'count' },
  'cash.withdrawn': { rows: WITHDRAWALS, makes: 'yen' },
  'cash.withdrawalMedian': cases('withdrawals', 'median'),
  'cash.withdrawalSlow': cases('withdrawals', 'slow'),
  'trading.orders': cases('orders'),
  'trading.fills': cases('fills'),
  'trading.turnover': cases('fills', 'yen'),
  'income.fee': earned('fee', 'fee'),
  'income.penalty': earned('fee', 'day-penalty'),
  'income.tax': { rows: { of: 'tax' }, makes: 'yen' },
  'income.interest': earned('interest', 'interest'),
  'income.lending': earned('stockLending', 'stock-lending'),
  'income.loans': earned('interest', 'loan-interest'),
  'loans.open': cases('loans'),
  'loans.principal': balance(-1, 'loan'),
  'loans.overdue': null,
  'loans.shortfall': balance(-1, 'shortfall'),
  'risk.open': cases('calls-open'),
  'risk.made': cases('calls-made'),
  'risk.met': cases('calls-met'),
  'risk.unmet': cases('calls-unmet'),
  'risk.margin': null,
  'risk.issue': null,
  'risk.member': null,
}
export const behindFigure = (key: FigureKey): Behind | null => BEHIND[key]

/** A name of a list: a figure, a column of a class, or a line of entries of a report. */
export const classList = (column: 'closing' | 'debits' | 'credits', account: string): string =>
  `${column}.${account}`
export const moveList = (move: { kind: TransferKind; debit: AccountName; credit: AccountName }): string =>
  `move.${move.kind}.${move.debit}.${move.credit}`
/** All entries of a day. */
export const ALL_ENTRIES = 'entries'

type Report = Pick<Closing, 'classes' | 'moves'>
/** A list by its name, with its unit and the word of its day's report; null: there is no such list. */
export type Named = {
  behind: Behind
  unit: FigureUnit
  /** The figure that it stands behind; null: a line of the report. */
  figure: FigureKey | null
  account: AccountName | null
  kind: TransferKind | null
  /** Of the report; a figure is read where it is kept. */
  said: (report: Report) => number | null
}

const isAccount = (name: string | undefined): name is AccountName =>
  CLASSES.some((account) => account === name)
const isKind = (name: string | undefined): name is TransferKind =>
  TRANSFER_KINDS.some((kind) => kind === name)

export function listNamed(name: string): Named | null {
  const none = { figure: null, account: null, kind: null, unit: 'yen' } as const
  const figure = FIGURE_KEYS.find((key) => key === name)
  if (figure !== undefined) {
    const behind = BEHIND[figure]
    return behind && { ...none, behind, figure, unit: figureOf(figure).unit, said: () => null }
  }
  if (name === ALL_ENTRIES)
    return { ...none, behind: { rows: { of: 'moves' }, makes: 'yen' }, said: (report) => movedOf(report).yen }
  const [what, first, debit, credit, more] = name.split('.')
  if (more !== undefined) return null
  if (what === 'move' && isKind(first) && isAccount(debit) && isAccount(credit))
    return {
      ...none,
      kind: first,
      behind: { rows: { of: 'moves', kind: first, debit, credit }, makes: 'yen' },
      said: ({ moves }) =>
        moves.find((move) => move.kind === first && move.debit === debit && move.credit === credit)?.yen ?? 0,
    }
  if (debit !== undefined || !isAccount(first)) return null
  const lineOf = ({ classes }: Report) => classes.find(({ account }) => account === first)
  const of = { ...none, account: first }
  switch (what) {
    case 'closing':
      return { ...of, behind: balance(1, first), said: (report) => lineOf(report)?.closing ?? 0 }
    case 'debits':
      return {
        ...of,
        behind: { rows: { of: 'moves', debit: first }, makes: 'yen' },
        said: (report) => lineOf(report)?.debits ?? 0,
      }
    case 'credits':
      return {
        ...of,
        behind: { rows: { of: 'moves', credit: first }, makes: 'yen' },
        said: (report) => lineOf(report)?.credits ?? 0,
      }
    default:
      return null
  }
}

/** The figure that the rows of a list make. */
export const madeOf = ({ makes }: Behind, added: Added): number | null => added[makes]
