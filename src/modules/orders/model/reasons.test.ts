import { expect, test } from 'vitest'
import { readCatalogue } from '#i18n/catalogues.ts'
import { LANGS } from '#i18n/lang.ts'
import type { FirmReason } from './order.ts'
import type { VenueReason } from '#modules/venue/server/ports.ts'

/** Reasons why an order ended or is held: the venue's, and those of this module. */
const REASONS = {
  NO_LIQUIDITY: true,
  DAY_END: true,
  REQUESTED: true,
  AT_OPEN_LAPSED: true,
  AT_CLOSE_LAPSED: true,
  IOC_LAPSED: true,
  UNKNOWN_ISSUE: true,
  MARKET_CLOSED: true,
  MARKET_BANNED: true,
  OUTSIDE_LIMIT: true,
  OFF_TICK: true,
  SELF_CROSS: true,
  SPLIT: true,
  VALIDITY_END: true,
  PRICE_OUTSIDE_LIMIT: true,
  INSUFFICIENT_BUYING_POWER: true,
  POOL_SALE: true,
  EXIT_FIRST: true,
  FORCED_FIRST: true,
  DISPUTED: true,
  VENUE_AWAY: true,
  VENUE_UNKNOWN: true,
  VENUE_REASON: true,
} satisfies Record<
  | VenueReason
  | FirmReason
  | 'SPLIT'
  | 'VALIDITY_END'
  | 'PRICE_OUTSIDE_LIMIT'
  | 'INSUFFICIENT_BUYING_POWER'
  | 'DISPUTED'
  | 'VENUE_AWAY'
  | 'VENUE_UNKNOWN'
  | 'VENUE_REASON',
  true
>

test.each(LANGS)('%s says each of them', (lang) => {
  const said = readCatalogue(lang)
  expect(Object.keys(REASONS).filter((reason) => said[`orders.reason.${reason}`] === undefined)).toEqual([])
})
