import type { Yen } from '#kernel/money.ts'
import { no, ok, type Result } from '#kernel/result.ts'
import { DAY, type Ms } from '#kernel/time.ts'

/** Specification, chapter 3. */
export const DEPOSIT_METHODS = ['bank', 'counter', 'atm'] as const
export type DepositMethod = (typeof DEPOSIT_METHODS)[number]

/** The most that one bank transfer carries: its amount has ten digits (Zengin format). */
export const MOST_TRANSFER_YEN: Yen = 9_999_999_999
/** Requests waiting at a time: each has a reference of its own that somebody has to look for. */
export const MOST_PENDING = 5
/** A request that nobody pays ends by itself. */
export const LAPSES_AFTER_MS: Ms = 14 * DAY

export const DEPOSIT_REJECTIONS = ['IDENTITY_REQUIRED', 'ACCOUNT_CLOSING', 'DEPOSITS_PENDING'] as const

export type DepositFacts = {
  readonly isVerified: boolean
  readonly isClosing: boolean
  readonly pending: number
}

/** Deposits open with identity, so that nothing comes in that could not go out (product decision 10). */
export function decideDeposit(facts: DepositFacts): Result<null, (typeof DEPOSIT_REJECTIONS)[number]> {
  if (!facts.isVerified) return no('IDENTITY_REQUIRED')
  if (facts.isClosing) return no('ACCOUNT_CLOSING')
  if (facts.pending >= MOST_PENDING) return no('DEPOSITS_PENDING', { most: MOST_PENDING })
  return ok(null)
}

/** Incoming money, as a credit looks at it. `payerHash` null: the bank named no payer. */
export type IncomingLine = {
  readonly kind: string
  readonly yen: Yen
  readonly reference: string | null
  readonly payerHash: string | null
  readonly usedFor: string | null
}

export const CREDIT_REJECTIONS = [
  'LINE_NOT_FOUND',
  'LINE_USED',
  'LINE_OTHER_KIND',
  'LINE_OTHER_REFERENCE',
  'LINE_OTHER_PAYER',
] as const

/**
 * The check that this line pays this deposit: unused, incoming, its reference, its member's own name
 * (security and trust 1; match rule of the facts).
 */
export function matchDeposit(
  deposit: { readonly reference: string; readonly payerHash: string },
  line: IncomingLine | undefined,
): Result<Yen, (typeof CREDIT_REJECTIONS)[number]> {
  if (line === undefined) return no('LINE_NOT_FOUND')
  if (line.usedFor !== null) return no('LINE_USED')
  if (line.kind !== 'in') return no('LINE_OTHER_KIND')
  if (line.reference !== deposit.reference) return no('LINE_OTHER_REFERENCE')
  if (line.payerHash !== deposit.payerHash) return no('LINE_OTHER_PAYER')
  return ok(line.yen)
}
