import { PLACE_ORDER_REJECTIONS } from '#modules/orders/model/rejections.ts'

/**
 * Rejections of day trading itself, in the order in which they are checked; then every rule of an order is
 * asked, in its own words.
 */
export const OWN_REJECTIONS = [
  'LISTING_UNKNOWN',
  'LISTING_VOID',
  'NOT_OPEN_YET',
  'WINDOW_CLOSED',
  'NOT_TRADE_DAY',
  'NOT_IN_INVENTORY',
  'APPLICATION_PENDING',
  'ABOVE_MEMBER_UNITS',
  'INVENTORY_SHORT',
  'HEDGING_PRICE_OLD',
  'NO_HEDGING_PRICE',
  'HEDGING_PRICE_MOVED',
] as const
export type OwnRejection = (typeof OWN_REJECTIONS)[number]
export const APPLY_REJECTIONS = [...OWN_REJECTIONS, ...PLACE_ORDER_REJECTIONS] as const
