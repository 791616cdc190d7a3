import type { Quantity } from '#kernel/price.ts'
import type { DateJst } from '#kernel/time.ts'

/** Units of one subscription: given at the NAV of `from`, paid out at that of `to`; null: still held. */
export type HeldUnits = { readonly units: number; readonly from: DateJst; readonly to: DateJst | null }

/**
 * A NAV comes after the close of its day: what it gave counts from the next day on, what it paid out for that
 * day still.
 */
export const unitsOn = (held: readonly HeldUnits[], date: DateJst): number =>
  held.reduce(
    (sum, { units, from, to }) => (from < date && (to === null || date <= to) ? sum + units : sum),
    0,
  )

/**
 * All units of a pool on a trade date; `navs` oldest first. Before the first NAV there is the stake alone.
 */
export const allUnitsOn = (
  navs: readonly { readonly date: DateJst; readonly units: number }[],
  stakeUnits: number,
  date: DateJst,
): number => navs.findLast((nav) => nav.date < date)?.units ?? stakeUnits

/**
 * The part of shares that so many of all units have, to two decimals, for eyes alone; null: none of the
 * units, so no part.
 */
export const shareOf = (quantity: Quantity, units: number, all: number): number | null =>
  units === 0 || all === 0 ? null : Math.round((quantity * units * 100) / all) / 100
