import type { LotId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import type { Quantity } from '#kernel/price.ts'

/**
 * Money that went into (+) or out of (−) a lot's margin, in the order of the ledger. `opens`: with shares
 * that a fill bought or sold, all at the lot's price and leverage; other money comes without shares (paying
 * for a delivery, the rounding of a split). `leaves`: what goes out does so with its part of the shares; a
 * fraction that a split left is none of the whole ones.
 */
export type MarginEntry = {
  readonly lotId: LotId
  readonly yen: Yen
  readonly opens: boolean
  readonly leaves: boolean
}
export type Held = { readonly lotId: LotId; readonly marginYen: Yen; readonly quantity: Quantity }

export type Positions = {
  /** The next entry of the ledger. */
  take(entry: MarginEntry): void
  /**
   * Lots that are open after the entries that were taken, with the shares that they hold. `sharesOf`: how
   * many came into a lot in all, in shares of that day, and the trading unit.
   */
  held(sharesOf: (lotId: LotId) => { quantity: Quantity; unit: Quantity }): Held[]
}

/**
 * A member's lots, followed through the ledger. `entries`: all of them, for each opening entry brought its
 * part of all shares that came into the lot. Each closing frees margin in proportion to the shares that it
 * closes, rounded down by less than a yen, so that the margin left tells the shares left, to the trading
 * unit.
 */
export function followLots(entries: readonly MarginEntry[]): Positions {
  const opened = new Map<string, Yen>()
  for (const { lotId, yen, opens } of entries) if (opens) opened.set(lotId, (opened.get(lotId) ?? 0) + yen)
  const lots = new Map<LotId, { marginYen: Yen; part: number }>()
  return {
    take({ lotId, yen, opens, leaves }) {
      const lot = lots.get(lotId) ?? { marginYen: 0, part: 0 }
      if (yen < 0 && leaves) lot.part *= 1 + yen / lot.marginYen
      if (opens) lot.part += yen / opened.get(lotId)!
      lot.marginYen += yen
      if (lot.marginYen === 0) lots.delete(lotId)
      else lots.set(lotId, lot)
    },
    held: (sharesOf) =>
      [...lots].map(([lotId, { marginYen, part }]) => {
        const { quantity, unit } = sharesOf(lotId)
        return { lotId, marginYen, quantity: Math.round((quantity * part) / unit) * unit }
      }),
  }
}
