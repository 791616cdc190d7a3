import type { MemberId } from '#kernel/id.ts'
import { assert } from '#kernel/assert.ts'
import type { Yen } from '#kernel/money.ts'
import type { DateJst } from '#kernel/time.ts'
import { consideration, type PriceTenths } from '#kernel/price.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import { isFrozen } from '#modules/identity/server/public.ts'
import { isClosing } from '#modules/funding/server/public.ts'
import { accountChanged } from '#modules/ledger/server/events.ts'
import { isLeveraged } from '#modules/margin/model/charges.ts'
import { hasPassed } from '#modules/members/server/public.ts'
import { openLots } from '#modules/portfolio/server/public.ts'
import type { Means } from '../model/affordability.ts'
import type { ApplyFacts } from '../model/application.ts'
import { interestOn, type Debt } from '../model/interest.ts'
import { after, type LoanAct } from '../model/states.ts'
import { loanChanged } from './events.ts'
import { loans, type LoanRow } from './tables.ts'

/** Last prices of shares that are paid in full: what secures a loan. Journalled with the command. */
export type SharePrices = Readonly<Record<string, PriceTenths>>
export type PriceSource = (codes: ReadonlySet<string>) => ReadonlyMap<string, PriceTenths>

const shares = (tables: TableReader, memberId: MemberId) =>
  openLots(tables, memberId).filter((lot) => !isLeveraged(lot))

export function sharePrices(source: PriceSource, tables: TableReader, memberId: MemberId): SharePrices {
  const prices = source(new Set(shares(tables, memberId).map(({ code }) => code)))
  return Object.fromEntries([...prices].sort(([a], [b]) => (a < b ? -1 : 1)))
}

export const openLoans = (tables: TableReader, memberId: MemberId): LoanRow[] =>
  tables
    .of(loans)
    .by('member', memberId)
    .filter(({ state }) => state === 'open')
export const pendingLoan = (tables: TableReader, memberId: MemberId): LoanRow | undefined =>
  tables
    .of(loans)
    .by('member', memberId)
    .find(({ state }) => state === 'pending')

/** A share without a price counts at what it was bought for, as everywhere. */
export const meansOf = (
  tables: TableReader,
  memberId: MemberId,
  prices: SharePrices,
  incomeYen: Yen,
): Means => ({
  incomeYen,
  owedYen: openLoans(tables, memberId).reduce((sum, { principalYen }) => sum + principalYen, 0),
  sharesYen: shares(tables, memberId).reduce(
    (sum, lot) => sum + consideration(prices[lot.code] ?? lot.openPriceTenths, lot.openQuantity),
    0,
  ),
})

/** The facts that the rule of an application asks for, from rows alone. */
export const applyFacts = (
  tables: TableReader,
  memberId: MemberId,
  wall: number,
  means: Means,
): ApplyFacts => ({
  isVerified: hasPassed(tables, memberId),
  isClosing: isClosing(tables, memberId),
  isFrozen: isFrozen(tables, memberId, wall),
  hasPending: pendingLoan(tables, memberId) !== undefined,
  means,
})

/** The debt of an open loan. */
export function debtOf({ principalYen, ratePpm, carriedYen, since, number }: LoanRow): Debt {
  assert(since !== null, `loan ${number} was not lent`)
  return { principalYen, ratePpm, carriedYen, since }
}

/** Interest of all open loans of a member that is not charged yet. */
export const interestOf = (tables: TableReader, memberId: MemberId, day: DateJst): Yen =>
  openLoans(tables, memberId).reduce((sum, loan) => sum + interestOn(debtOf(loan), day), 0)

/** The next state, by the table of transitions alone. */
export function step(tables: TableAccess, row: LoanRow, act: LoanAct, patch: Partial<LoanRow>): LoanRow {
  const state = after(row.state, act)
  assert(state !== null, `a loan that is ${row.state} cannot ${act}`)
  return tables.of(loans).update(row, { ...patch, state })
}

/** The account and the loan's page have changed. */
export const changed = (memberId: MemberId) => [accountChanged(memberId), loanChanged(memberId)]
