import type { Yen } from '#kernel/money.ts'
import type { PriceTenths } from '#kernel/price.ts'
import type { TickTable } from './instrument.ts'

type Band = readonly [upToYen: Yen, topix500Yen: Yen, otherYen: Yen]

/** Tick sizes of the exchange since 5 June 2023, upper bound inclusive (facts: market rules, section 8). */
const BANDS_YEN: readonly Band[] = [
  [1_000, 0.1, 1],
  [3_000, 0.5, 1],
  [5_000, 1, 5],
  [10_000, 1, 10],
  [30_000, 5, 10],
  [50_000, 10, 50],
  [100_000, 10, 100],
  [300_000, 50, 100],
  [500_000, 100, 500],
  [1_000_000, 100, 1_000],
  [3_000_000, 500, 1_000],
  [5_000_000, 1_000, 5_000],
  [10_000_000, 1_000, 10_000],
  [30_000_000, 5_000, 10_000],
  [50_000_000, 10_000, 50_000],
  [Infinity, 10_000, 100_000],
]
const upToTenths = BANDS_YEN.map((band) => band[0] * 10)
const ticksTenths = {
  topix500: BANDS_YEN.map((band) => Math.round(band[1] * 10)),
  other: BANDS_YEN.map((band) => band[2] * 10),
  // The finer column in whole yen (market rules 8).
  'one-unit': BANDS_YEN.map((band) => Math.max(Math.round(band[1] * 10), 10)),
} satisfies Record<TickTable, number[]>

/** The tick, in tenths of a yen, that an order at this price must keep. */
export function tickAt(priceTenths: PriceTenths, table: TickTable): PriceTenths {
  let band = 0
  while (priceTenths > upToTenths[band]!) band++
  return ticksTenths[table][band]!
}

export const isOnTick = (priceTenths: PriceTenths, table: TickTable): boolean =>
  priceTenths > 0 && priceTenths % tickAt(priceTenths, table) === 0

/** The price of the grid at or next to this one; never below the lowest tick. Halves go up. */
export function roundToTick(
  priceTenths: PriceTenths,
  table: TickTable,
  direction: 'up' | 'down' | 'nearest',
): PriceTenths {
  const tick = tickAt(priceTenths, table)
  const steps = priceTenths / tick
  const whole =
    direction === 'up' ? Math.ceil(steps) : direction === 'down' ? Math.floor(steps) : Math.floor(steps + 0.5)
  return Math.max(whole, 1) * tick
}

/**
 * The price `steps` ticks above (or below, when negative). From between two ticks the first step goes to the
 * next one.
 */
export function nextTick(priceTenths: PriceTenths, table: TickTable, steps: number): PriceTenths {
  let price = priceTenths
  for (let step = 0; step < steps; step++) price = roundToTick(price + 1, table, 'up')
  for (let step = 0; step > steps; step--) price = roundToTick(price - 1, table, 'down')
  return price
}

/**
 * Of an issue's closes, so many must be between the coarse ticks before they show anything: one alone is an
 * error of the file.
 */
const CLOSES_TO_SHOW = 0.01

/**
 * The tick table that prices show. A listing is of one date: an issue that trades between the coarse ticks
 * has joined the finer table since (real example: the review of 31 October 2024).
 */
export function tableShown(closesTenths: readonly PriceTenths[], listed: TickTable): TickTable {
  const finer = closesTenths.filter((close) => !isOnTick(close, listed) && isOnTick(close, 'topix500')).length
  return finer > closesTenths.length * CLOSES_TO_SHOW ? 'topix500' : listed
}
