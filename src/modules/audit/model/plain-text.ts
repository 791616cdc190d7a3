import type { LotId, OrderId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import type { DateJst } from '#kernel/time.ts'

/**
 * The ledger as plain-text accounting (the format of hledger 1.25 and Ledger). The firm's books, so signs are
 * a bookkeeper's: debits positive. A member's money is a debt of the firm: 100 yen available are −100 in
 * `liabilities:members:…:available`.
 */

/** Names of the firm's accounts in a bookkeeper's tree; an account that is missing here is a member's. */
const FIRM_NAMES: Readonly<Record<string, string>> = {
  'h:bank': 'assets:bank',
  'h:clearing': 'assets:clearing',
  'h:dividends': 'assets:dividends',
  'h:tax': 'liabilities:tax',
  'h:bankClaims': 'assets:bankClaims',
  'h:unidentified': 'liabilities:unidentified',
  'h:fee': 'income:fee',
  'h:interest': 'income:interest',
  'h:stockLending': 'income:stockLending',
}
/** Accounts of members' debts: the money is the firm's. */
const OWED = new Set(['loan', 'shortfall'])

/** `m:<id>:available` as a bookkeeper writes it. Injective: no two accounts have one name. */
export function plainAccount(id: string): string {
  const context = FIRM_NAMES[id]
  if (context !== undefined) return context
  const [kind, owner = '', name = ''] = id.split(':')
  if (kind === 'h') return `equity:house:${owner}`
  return `${OWED.has(name) ? 'assets' : 'liabilities'}:members:${owner}:${name}`
}

export type PlainEntry = {
  readonly seq: number
  readonly n: number
  readonly tradeDate: DateJst
  readonly kind: string
  readonly debit: string
  readonly credit: string
  readonly yen: Yen
  readonly orderId: OrderId | null
  readonly lotId: LotId | null
  readonly code: string | null
}

const INDENT = '    '

/**
 * The head of the file, before all entries. `title`: a sentence that says what it is; its lines become
 * comments.
 */
export const plainHead = (title: string): string =>
  `${title
    .split('\n')
    .map((line) => `; ${line}`)
    .join(
      '\n',
    )}\n\ncommodity 1000. JPY\naccount assets  ; type: A\naccount liabilities  ; type: L\naccount income  ; type: R\naccount equity  ; type: E\n\n`

/** One entry as a transaction. Tags name the record of the journal, and what it concerns. */
export function plainEntry({
  seq,
  n,
  tradeDate,
  kind,
  debit,
  credit,
  yen,
  orderId,
  lotId,
  code,
}: PlainEntry): string {
  const about = [
    ['entry', `${seq}-${n}`],
    ['order', orderId],
    ['lot', lotId],
    ['code', code],
  ].filter(([, value]) => value !== null)
  return (
    `${tradeDate} (${seq}-${n}) ${kind}  ; ${about.map(([name, value]) => `${name}:${value}`).join(', ')}\n` +
    `${INDENT}${plainAccount(debit)}  ${yen} JPY\n${INDENT}${plainAccount(credit)}  ${0 - yen} JPY\n\n`
  )
}

/**
 * The balance of an account by the ledger: hledger compares it with what the entries make, and refuses the
 * file where it differs.
 */
export const plainAssertion = (date: DateJst, id: string, balanceYen: Yen): string =>
  `${date} balance  ; account:${id}\n${INDENT}${plainAccount(id)}  0 JPY = ${balanceYen === 0 ? 0 : 0 - balanceYen} JPY\n\n`
