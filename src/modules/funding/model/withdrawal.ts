import type { PartsPerMillion, Yen } from '#kernel/money.ts'
import { no, ok, type Result } from '#kernel/result.ts'
import { WITHDRAWAL_ARRIVAL_HOURS, WITHDRAWAL_FEE_YEN, WITHDRAWAL_MIN_YEN } from '#kernel/specification.ts'
import { DAY, HOUR, MINUTE, dateJst, msOfDayJst, type DateJst, type Ms } from '#kernel/time.ts'
import { usableFrom } from './bank-account.ts'
import type { BankAccountState } from './states.ts'

/**
 * security-and-trust.md 4: the smallest of the three terms; nothing else ever lowers it. null: no such limit
 * now.
 */
export function withdrawable(
  settledYen: Yen,
  marginHeadroomYen: Yen | null,
  loanHeadroomYen: Yen | null,
): Yen {
  return Math.max(0, Math.min(settledYen, marginHeadroomYen ?? settledYen, loanHeadroomYen ?? settledYen))
}

export const MINIMUM_YEN: Yen = WITHDRAWAL_MIN_YEN
/** Withdrawals cost nothing. */
export const FEE_YEN: Yen = WITHDRAWAL_FEE_YEN
export const MOST_A_DAY = 5
/** Loans may be this part of what stays (security and trust 4). */
export const LOAN_COVER_PPM: PartsPerMillion = 600_000
/** The time for a decision in records from before it was counted in business hours. */
export const DECIDED_WITHIN_BEFORE_MS: Ms = 20 * HOUR
/** From the request to the member's bank. */
export const ARRIVES_WITHIN_MS: Ms = WITHDRAWAL_ARRIVAL_HOURS * HOUR
/**
 * With the authenticator app instead of a passkey (security and trust 3): an account of 30 days, so much a
 * day, and a day's wait.
 */
export const TOTP = { accountAgeMs: 30 * DAY, yenADay: 100_000, heldMs: DAY } as const

export const OPENS: Ms = 9 * HOUR
export const CLOSES: Ms = 15 * HOUR + 30 * MINUTE
export const HOURS = { from: '09:00', to: '15:30' } as const

/**
 * Weekdays outside the holiday table, 09:00:00 ≤ t < 15:30:00 of the wall clock in Japan, whatever the
 * market's schedule.
 */
export function takesRequests(wall: Ms, isBusinessDay: (date: DateJst) => boolean): boolean {
  const time = msOfDayJst(wall)
  return time >= OPENS && time < CLOSES && isBusinessDay(dateJst(wall))
}

/** The day of a transfer that is made now: this one while the bank takes transfers, else its next. */
export function transferDay(
  wall: Ms,
  isBusinessDay: (date: DateJst) => boolean,
  next: (date: DateJst) => DateJst,
): DateJst {
  const today = dateJst(wall)
  return isBusinessDay(today) && msOfDayJst(wall) < CLOSES ? today : next(today)
}

/**
 * The time at which a transfer counts as arrived. The demo bank says the moment; a bank's file says the day
 * alone, and then it is the latest that it can have been: the public figures never flatter.
 */
export function arrivedAt(
  { source, bookedAt }: { source: 'demo-bank' | 'file'; bookedAt: Ms },
  approvedAt: Ms,
  wall: Ms,
): Ms {
  return source === 'demo-bank' ? bookedAt : Math.max(approvedAt, Math.min(bookedAt + DAY - 1, wall))
}

/** Named refusals in the order in which they are checked. */
export const WITHDRAWAL_REJECTIONS = [
  'WITHDRAWAL_MINIMUM',
  'WITHDRAWAL_HOURS',
  'ACCOUNT_CLOSING',
  'ACCOUNT_FROZEN',
  'WITHDRAWALS_CLOSED',
  'BANK_ACCOUNT_NOT_FOUND',
  'BANK_ACCOUNT_UNREVIEWED',
  'BANK_ACCOUNT_NEW',
  'WITHDRAWALS_TODAY',
  'TOTP_ACCOUNT_NEW',
  'TOTP_LIMIT',
  'LOAN_COVER',
  'NOT_WITHDRAWABLE',
] as const
export type WithdrawalRejection = (typeof WITHDRAWAL_REJECTIONS)[number]

/** Proofs of the member's will. */
export type ProvenBy = 'passkey' | 'totp' | 'demo'

export type WithdrawalFacts = {
  /** Confirmed time, and how far the wall clock is ahead of it: what rests, rests by the former. */
  readonly confirmed: Ms
  readonly aheadMs: Ms
  /** The hours are open now. */
  readonly isOpen: boolean
  readonly isClosing: boolean
  readonly isFrozen: boolean
  /** After a recovery nothing leaves until then; null: nothing of the kind. */
  readonly closedUntil: Ms | null
  /** The member's own; undefined: there is no such account. */
  readonly account:
    | { readonly state: BankAccountState; readonly addedAt: Ms; readonly acceptedAt: Ms | null }
    | undefined
  /** Asked for today and not ended without payment. */
  readonly today: { readonly requests: number; readonly yen: Yen }
  /** The sum that may leave with open loans still covered; null: no loan is open. */
  readonly loanHeadroomYen: Yen | null
  readonly withdrawableYen: Yen
  /** Up to this sum a day no person is asked: as published for the trade date (security and trust 6). */
  readonly byRuleYen: Yen
}

/**
 * The decider: the published rule at once, two people, or the rule after the wait that the authenticator app
 * brings.
 */
export type Decider = 'rule' | 'two' | 'wait'
export type Decision = { readonly decider: Decider }

/**
 * The decision on a withdrawal: if the money leaves, and who has a say in it ("default is pay", security and
 * trust 4). `isClosing`: the payout that closes the account, which leaves nothing behind and so has no
 * minimum.
 */
export function decideWithdrawal(
  facts: WithdrawalFacts,
  { yen, by, isClosing = false }: { yen: Yen; by: ProvenBy; isClosing?: boolean },
): Result<Decision, WithdrawalRejection> {
  const { confirmed, aheadMs, account, today } = facts
  if (yen < MINIMUM_YEN && !isClosing) return no('WITHDRAWAL_MINIMUM', { minimum: MINIMUM_YEN })
  if (!facts.isOpen) return no('WITHDRAWAL_HOURS', HOURS)
  if (facts.isClosing) return no('ACCOUNT_CLOSING')
  if (facts.isFrozen) return no('ACCOUNT_FROZEN')
  if (facts.closedUntil !== null && facts.closedUntil > confirmed)
    return no('WITHDRAWALS_CLOSED', { until: facts.closedUntil + aheadMs })
  if (account === undefined || account.state === 'removed') return no('BANK_ACCOUNT_NOT_FOUND')
  if (account.state !== 'approved') return no('BANK_ACCOUNT_UNREVIEWED')
  if (usableFrom(account.addedAt) > confirmed)
    return no('BANK_ACCOUNT_NEW', { from: usableFrom(account.addedAt) + aheadMs })
  if (today.requests >= MOST_A_DAY) return no('WITHDRAWALS_TODAY', { most: MOST_A_DAY })
  if (by === 'totp') {
    if ((account.acceptedAt ?? confirmed) > confirmed - TOTP.accountAgeMs)
      return no('TOTP_ACCOUNT_NEW', { days: TOTP.accountAgeMs / DAY })
    if (today.yen + yen > TOTP.yenADay)
      return no('TOTP_LIMIT', { most: TOTP.yenADay, left: Math.max(TOTP.yenADay - today.yen, 0) })
  }
  if (facts.loanHeadroomYen !== null && yen > facts.loanHeadroomYen)
    return no('LOAN_COVER', { most: facts.withdrawableYen })
  if (yen > facts.withdrawableYen) return no('NOT_WITHDRAWABLE', { most: facts.withdrawableYen })
  if (by === 'totp') return ok({ decider: 'wait' })
  if (today.yen + yen <= facts.byRuleYen) return ok({ decider: 'rule' })
  return ok({ decider: 'two' })
}

/**
 * By when the money is at the member's bank in records from before that was counted in business hours: a day
 * of the calendar after the request, or after the wait.
 */
export const arrivesByBefore = (requestedAt: Ms, decider: Decider): Ms =>
  requestedAt + ARRIVES_WITHIN_MS + (decider === 'wait' ? TOTP.heldMs : 0)

/**
 * On this day in Japan, without those that ended unpaid. `from`: where it is not certain which day it is, the
 * earliest that it may be.
 */
export function askedToday(
  rows: readonly { readonly state: string; readonly yen: Yen; readonly requestedAt: Ms }[],
  today: DateJst,
  from = today,
): { requests: number; standing: number; yen: Yen } {
  const asked = rows.filter(({ requestedAt }) => {
    const date = dateJst(requestedAt)
    return from <= date && date <= today
  })
  const standing = asked.filter(
    ({ state }) => state !== 'denied' && state !== 'cancelled' && state !== 'returned',
  )
  return {
    requests: asked.length,
    standing: standing.length,
    yen: standing.reduce((sum, { yen }) => sum + yen, 0),
  }
}
