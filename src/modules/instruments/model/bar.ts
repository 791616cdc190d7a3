import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { Ms } from '#kernel/time.ts'

/** Open, high, low, close and volume from `at` on. A daily bar begins at its opening auction. */
export type Bar = {
  /** Start of the bar, market time. */
  readonly at: Ms
  readonly openTenths: PriceTenths
  readonly highTenths: PriceTenths
  readonly lowTenths: PriceTenths
  readonly closeTenths: PriceTenths
  readonly volume: Quantity
}
