import type { Yen } from '#kernel/money.ts'
import type { PriceYen, Quantity } from '#kernel/price.ts'
import { wayOfClosing, type Way } from './way.ts'

type HeldLot = {
  readonly side: 'up' | 'down'
  readonly leverage: number
  readonly openQuantity: Quantity
  readonly openPrice: PriceYen
  readonly floatingProfit: Yen | null
}

/** The lots of an issue that are ended by the same act, as one holding. */
export type HeldGroup<Lot> = {
  readonly way: Extract<Way, 'cashSell' | 'closeLong' | 'closeShort'>
  readonly lots: readonly Lot[]
  readonly shares: Quantity
  /** Average opening price, to the nearest tenth of a yen. */
  readonly openPrice: PriceYen
  /** null: the price of now is not known. */
  readonly profit: Yen | null
}

/** Holdings of an issue by how they are ended: paid shares, longs on margin, shorts. */
export function heldGroups<Lot extends HeldLot>(lots: readonly Lot[]): HeldGroup<Lot>[] {
  const wayOfLot = ({ side, leverage }: Lot) =>
    wayOfClosing({ side, leverageTenths: Math.round(leverage * 10) })
  return (['cashSell', 'closeLong', 'closeShort'] as const).flatMap((way) => {
    const held = lots.filter((lot) => lot.openQuantity > 0 && wayOfLot(lot) === way)
    const shares = held.reduce((sum, lot) => sum + lot.openQuantity, 0)
    if (shares === 0) return []
    const tenths = held.reduce((sum, lot) => sum + Math.round(lot.openPrice * 10) * lot.openQuantity, 0)
    return [
      {
        way,
        lots: held,
        shares,
        openPrice: Math.round(tenths / shares) / 10,
        profit: held.some((lot) => lot.floatingProfit === null)
          ? null
          : held.reduce((sum, lot) => sum + lot.floatingProfit!, 0),
      },
    ]
  })
}
