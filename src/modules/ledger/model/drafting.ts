import type { LotId, MemberId, OrderId } from '#kernel/id.ts'
import { Bug } from '#kernel/assert.ts'
import { safeYen, type Yen } from '#kernel/money.ts'
import type { TransferKind } from '#registry/transfer-kinds.ts'
import {
  isDebt,
  isFirmAccount,
  type AccountName,
  type Balances,
  type MemberAccount,
  type OwnAccount,
} from './accounts.ts'

/** The order, lot or issue that it concerns. */
export type About = { readonly orderId?: OrderId; readonly lotId?: LotId; readonly code?: string }

/**
 * Yen from one account to another: debit `from`, credit `to`. `taxYen` is the consumption tax within a fee.
 */
export type Transfer = About & {
  readonly memberId: MemberId
  readonly from: AccountName
  readonly to: AccountName
  readonly yen: Yen
  readonly taxYen: Yen
  readonly kind: TransferKind
}

/** A decision being made: one member's balances as they would be, and the transfers that lead there. */
export type Draft = {
  readonly memberId: MemberId
  readonly balances: Record<MemberAccount, Yen>
  readonly transfers: Transfer[]
}

export const draftFrom = (memberId: MemberId, balances: Balances): Draft => ({
  memberId,
  balances: { ...balances },
  transfers: [],
})

type What = { kind: TransferKind; about?: About; taxYen?: Yen }

/**
 * Moves all of `yen` (nothing happens for 0). Taking what is not there is a bug: the rules have asked before.
 */
export function move(
  draft: Draft,
  from: AccountName,
  to: AccountName,
  yen: Yen,
  { kind, about = {}, taxYen = 0 }: What,
): void {
  safeYen(yen)
  if (yen < 0) throw new Bug(`a transfer of ${yen} yen (${kind})`)
  if (yen === 0) return
  draft.transfers.push({ ...about, memberId: draft.memberId, from, to, yen, taxYen, kind })
  change(draft, from, -yen)
  change(draft, to, yen)
}

function change(draft: Draft, name: AccountName, yen: Yen): void {
  if (isFirmAccount(name)) return
  // A debt grows when money is taken out of its account, and is shown as a positive figure.
  const balance = draft.balances[name] + (isDebt(name) ? -yen : yen)
  if (balance < 0) throw new Bug(`${name} of member ${draft.memberId} would be ${balance}`)
  draft.balances[name] = safeYen(balance)
}

/** Moves up to `yen` and tells how much it was. */
export function moveUpTo(draft: Draft, from: OwnAccount, to: AccountName, yen: Yen, what: What): Yen {
  const moved = Math.min(yen, draft.balances[from])
  move(draft, from, to, moved, what)
  return moved
}

/**
 * Takes `yen` that the member owes now: from available, then unsettled money; the firm lends what is still
 * missing, visibly, as a shortfall (product decision 5). A consumption tax within it is that of the first
 * parts, once.
 */
export function charge(draft: Draft, to: AccountName, yen: Yen, what: What): void {
  let left = yen
  let leftOfTax = what.taxYen ?? 0
  const take = (from: OwnAccount) => {
    const taxYen = Math.min(leftOfTax, left, draft.balances[from])
    left -= moveUpTo(draft, from, to, left, { ...what, taxYen })
    leftOfTax -= taxYen
  }
  take('available')
  take('unsettled')
  move(draft, 'shortfall', 'available', left, { kind: 'shortfall', about: what.about })
  take('available')
}

/** Incoming money is set off against a shortfall at once. */
export function repayShortfall(draft: Draft): void {
  for (const from of ['available', 'unsettled'] as const) {
    moveUpTo(draft, from, 'shortfall', draft.balances.shortfall, { kind: 'shortfall-repaid' })
  }
}
