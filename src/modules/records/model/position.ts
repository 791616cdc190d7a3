import type { LotId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import type { Quantity } from '#kernel/price.ts'

/**
 * Money that went into (+) or out of (−) a lot's margin, in the order of the ledger. `opens`: with shares
 * that a fill bought or sold, all at the lot's price and leverage; other money comes without shares (paying
 * for a delivery, the rounding of a split). `leaves`: what goes out does so with its part of the shares; a
 * fraction that a split left is none of the whole ones. `later`: after the end of the period; it tells
 * nothing but how many shares came in all.
 */
export type MarginEntry = {
  readonly lotId: LotId
  readonly yen: Yen
  readonly opens: boolean
  readonly leaves: boolean
  readonly later: boolean
}
export type Held = { readonly lotId: LotId; readonly marginYen: Yen; readonly quantity: Quantity }

/**
 * Lots that were open at the end of a period, with the shares that they held. `sharesOf`: how many came into
 * a lot in all, in shares of the end, of which each opening entry brought its part; each closing frees margin
 * in proportion to the shares that it closes, rounded down by less than a yen, so that the margin left tells
 * the shares left, to the trading unit.
 */
export function positionsAfter(
  entries: readonly MarginEntry[],
  sharesOf: (lotId: LotId) => { quantity: Quantity; unit: Quantity },
): Held[] {
  const opened = new Map<string, Yen>()
  for (const { lotId, yen, opens } of entries) if (opens) opened.set(lotId, (opened.get(lotId) ?? 0) + yen)
  const lots = new Map<string, { marginYen: Yen; part: number }>()
  for (const { lotId, yen, opens, leaves, later } of entries) {
    if (later) continue
    const lot = lots.get(lotId) ?? { marginYen: 0, part: 0 }
    if (yen < 0 && leaves) lot.part *= 1 + yen / lot.marginYen
    if (opens) lot.part += yen / opened.get(lotId)!
    lot.marginYen += yen
    lots.set(lotId, lot)
  }
  return [...lots]
    .filter(([, { marginYen }]) => marginYen > 0)
    .map(([lotId, { marginYen, part }]) => {
      const { quantity, unit } = sharesOf(lotId)
      return { lotId, marginYen, quantity: Math.round((quantity * part) / unit) * unit }
    })
}
