import type { MemberId } from '#kernel/id.ts'
import type { BasisPoints } from '#kernel/money.ts'
import { no, ok, type Result } from '#kernel/result.ts'
import { yenOf, type PriceTenths } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'

/** Conditions that an alert waits for: a price reached from below or from above, or a change of the day. */
export const WATCHES = ['above', 'below', 'rise', 'fall'] as const
export type Watches = (typeof WATCHES)[number]
/** `once`: it is over when it is hit. `daily`: it is hit at most once on each trading day. */
export const REPEATS = ['once', 'daily'] as const
export type Repeats = (typeof REPEATS)[number]

export type Alert = {
  id: string
  memberId: MemberId
  code: string
  watches: Watches
  /** Tenths of a yen with `above` and `below`; basis points with `rise` and `fall`, above 0. */
  value: number
  repeats: Repeats
  status: 'watching' | 'hit' | 'removed'
  /** Trades up to this time do not count. */
  since: Ms
  /** Prices are in shares of this trade date; trades of days before it do not count. */
  sinceDate: DateJst
  hitAt: Ms | null
  /**
   * Of a daily alert: the trade date on which it has been hit; null until then, and again from the next day
   * on.
   */
  hitDate: DateJst | null
  hitTenths: PriceTenths | null
  endedAt: Ms | null
}

/** Product: at most so many that still watch, for each member. */
export const MOST_ALERTS = 50
/** A change of the day is set between 0.01 % and 30 %: no day's limits lie farther. */
export const MOST_CHANGE_BP = 3_000
/** Product: at most so many times the price now, or as small a part of it; farther lies a typing error. */
const FARTHEST_TIMES = 10

/** The prices, in tenths of a yen, between which an alert may be set at this price. */
export const alertRange = (lastTenths: PriceTenths): { lowTenths: PriceTenths; highTenths: PriceTenths } => ({
  lowTenths: Math.max(1, Math.ceil(lastTenths / FARTHEST_TIMES)),
  highTenths: lastTenths * FARTHEST_TIMES,
})

/** In the order in which they are checked. */
export const ALERT_REJECTIONS = [
  'UNKNOWN_ISSUE',
  'ALERT_VALUE',
  'ALERT_CHANGE_RANGE',
  'ALERT_REACHED',
  'ALERT_PRICE_RANGE',
  'ALERT_KNOWN',
  'TOO_MANY_ALERTS',
] as const

export type NewAlert = {
  code: string
  watches: Watches
  priceTenths: PriceTenths | null
  changeBp: BasisPoints | null
  repeats: Repeats
}
export type AlertFacts = {
  isListed: boolean
  /** Price now and change of the day; null before the first trade. */
  lastTenths: PriceTenths | null
  lastBp: BasisPoints | null
  /** Prices are held to `alertRange`. Left out in the journal of before there was one. */
  isRanged?: boolean
  /** The member's alerts that still watch. */
  watching: readonly Pick<Alert, 'code' | 'watches' | 'value'>[]
}

/** True if this price, or this change of the day, is the one that the alert waits for. */
export function isReached(
  { watches, value }: Pick<Alert, 'watches' | 'value'>,
  priceTenths: PriceTenths,
  changeBp: BasisPoints,
): boolean {
  switch (watches) {
    case 'above':
      return priceTenths >= value
    case 'below':
      return priceTenths <= value
    case 'rise':
      return changeBp >= value
    case 'fall':
      return -changeBp >= value
  }
}

/** The value of a new alert, or why there is none. What is reached already would tell of nothing. */
export function decideAlert(
  { code, watches, priceTenths, changeBp }: NewAlert,
  { isListed, lastTenths, lastBp, isRanged, watching }: AlertFacts,
): Result<number, (typeof ALERT_REJECTIONS)[number]> {
  if (!isListed) return no('UNKNOWN_ISSUE')
  const isPrice = watches === 'above' || watches === 'below'
  const value = isPrice ? priceTenths : changeBp
  if (value === null || (isPrice ? changeBp : priceTenths) !== null) return no('ALERT_VALUE')
  if (!isPrice && (value < 1 || value > MOST_CHANGE_BP)) return no('ALERT_CHANGE_RANGE')
  if (lastTenths !== null && isReached({ watches, value }, lastTenths, lastBp ?? 0))
    return no('ALERT_REACHED')
  if (isRanged === true && isPrice && lastTenths !== null) {
    const { lowTenths, highTenths } = alertRange(lastTenths)
    if (value < lowTenths || value > highTenths)
      return no('ALERT_PRICE_RANGE', { low: yenOf(lowTenths), high: yenOf(highTenths) })
  }
  if (watching.some((one) => one.code === code && one.watches === watches && one.value === value))
    return no('ALERT_KNOWN')
  return watching.length >= MOST_ALERTS ? no('TOO_MANY_ALERTS', { most: MOST_ALERTS }) : ok(value)
}

/** The change that a hit makes to an alert. */
export const hitBy = (
  { repeats }: Pick<Alert, 'repeats'>,
  { priceTenths, at, tradeDate }: { priceTenths: PriceTenths; at: Ms; tradeDate: DateJst },
): Partial<Alert> => ({
  hitAt: at,
  hitTenths: priceTenths,
  hitDate: tradeDate,
  ...(repeats === 'once' ? { status: 'hit', endedAt: at } : {}),
})

/**
 * A new trading day: daily alerts that have been hit watch again, and prices are counted in the day's shares.
 * `shares`: how many there are for one of `sinceDate`; a price between two tenths of a yen goes to the nearer
 * one. null where nothing changes.
 */
export function onNewDay(alert: Alert, tradeDate: DateJst, shares: number): Partial<Alert> | null {
  const isSplit = shares !== 1 && (alert.watches === 'above' || alert.watches === 'below')
  if (alert.hitDate === null && !isSplit) return null
  return {
    sinceDate: tradeDate,
    hitDate: null,
    ...(isSplit ? { value: Math.max(1, Math.round(alert.value / shares)) } : {}),
  }
}
