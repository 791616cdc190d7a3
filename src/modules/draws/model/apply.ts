import type { Yen } from '#kernel/money.ts'
import { consideration, type PriceTenths, type TradingUnits } from '#kernel/price.ts'
import { no, ok, type Result } from '#kernel/result.ts'
import type { ListingStatus } from '#modules/listings/model/check.ts'

/** Shares of a unit: the trading unit of all that is drawn. */
export const UNIT_SHARES = 100

/** Money held for so many units, in yen: each share at the most that it may cost. */
export const heldFor = (units: TradingUnits, holdTenths: PriceTenths): Yen =>
  consideration(holdTenths, units * UNIT_SHARES)

/** Named refusals in the order in which they are checked. */
export const APPLY_REJECTIONS = [
  'NOT_OFFERED',
  'OFFERING_VOID',
  'NOT_YET_OPEN',
  'APPLICATIONS_CLOSED',
  'IDENTITY_NEEDED',
  'ACCOUNT_FROZEN',
  'ALREADY_APPLIED',
  'UNITS_ABOVE_MEMBER',
  'FUNDS_SHORT',
] as const
export type ApplyRejection = (typeof APPLY_REJECTIONS)[number]
export const CANCEL_REJECTIONS = [
  'APPLICATION_NOT_FOUND',
  'APPLICATION_ENDED',
  'APPLICATIONS_CLOSED',
] as const

export type ApplyFacts = {
  /** Null: nothing of this id is drawn. */
  readonly offering: {
    readonly status: ListingStatus
    readonly holdTenths: PriceTenths
    readonly perMember: number
  } | null
  readonly isVerified: boolean
  readonly isFrozen: boolean
  readonly hasApplied: boolean
  /** Money that an order could use. */
  readonly freeYen: Yen
}

/**
 * One application for each member and offering, by verified members, with all of its money set aside at once
 * (product decision 7). The answer: the yen that are held.
 */
export function decideApplication(
  facts: ApplyFacts,
  { units }: { readonly units: TradingUnits },
): Result<Yen, ApplyRejection> {
  const { offering } = facts
  if (offering === null) return no('NOT_OFFERED')
  if (offering.status === 'void') return no('OFFERING_VOID')
  if (offering.status === 'published') return no('NOT_YET_OPEN')
  if (offering.status === 'closed') return no('APPLICATIONS_CLOSED')
  if (!facts.isVerified) return no('IDENTITY_NEEDED')
  if (facts.isFrozen) return no('ACCOUNT_FROZEN')
  if (facts.hasApplied) return no('ALREADY_APPLIED')
  if (units > offering.perMember) return no('UNITS_ABOVE_MEMBER', { most: offering.perMember })
  const yen = heldFor(units, offering.holdTenths)
  return yen > facts.freeYen ? no('FUNDS_SHORT', { short: yen - facts.freeYen }) : ok(yen)
}
