import type { Yen } from '#kernel/money.ts'
import type { Quantity } from '#kernel/price.ts'

/** What went into (+) or out of (−) a lot's margin, in the order of the ledger. */
export type MarginEntry = { readonly lotId: string; readonly yen: Yen }
export type Held = { readonly lotId: string; readonly marginYen: Yen; readonly quantity: Quantity }

/**
 * Lots that were open after these entries, with the shares that they held. `sharesOf`: how many a lot began with, in today's shares; each closing frees margin in
 * proportion to the shares that it closes, rounded down by less than a yen, so that the margin left tells the shares left, to the trading unit.
 */
export function positionsAfter(entries: readonly MarginEntry[], sharesOf: (lotId: string) => { quantity: Quantity; unit: Quantity }): Held[] {
  const lots = new Map<string, { marginYen: Yen; part: number }>()
  for (const { lotId, yen } of entries) {
    const lot = lots.get(lotId) ?? { marginYen: 0, part: 1 }
    if (yen < 0) lot.part *= 1 + yen / lot.marginYen
    lot.marginYen += yen
    lots.set(lotId, lot)
  }
  return [...lots].filter(([, { marginYen }]) => marginYen > 0).map(([lotId, { marginYen, part }]) => {
    const { quantity, unit } = sharesOf(lotId)
    return { lotId, marginYen, quantity: Math.round((quantity * part) / unit) * unit }
  })
}
