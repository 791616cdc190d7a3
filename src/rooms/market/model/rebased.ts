import type { SourcedBar } from './interval.ts'

/**
 * A bar of before a split in the shares of after it: `shares` new ones for an old one. Prices to the nearest tenth of a yen, as the base
 * price of an ex-date; a chart shows no step where nothing was won or lost.
 */
export const rebased = <B extends SourcedBar>(bar: B, shares: number): B =>
  shares === 1 ? bar : {
    ...bar, openTenths: Math.round(bar.openTenths / shares), highTenths: Math.round(bar.highTenths / shares),
    lowTenths: Math.round(bar.lowTenths / shares), closeTenths: Math.round(bar.closeTenths / shares), volume: Math.round(bar.volume * shares),
  }
