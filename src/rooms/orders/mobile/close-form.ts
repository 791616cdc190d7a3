import { consideration, tenthsOf } from '#kernel/price.ts'
import { feeOf } from '#rooms/margin/model/charges.ts'
import { priceDifference } from '#rooms/margin/model/ratio.ts'
import type { LotView } from '#rooms/portfolio/contract.ts'
import { heldLot } from '#rooms/portfolio/mobile/public.ts'

export type CloseEstimate = { fee: number; charges: number; profit: number }

/** What closing `quantity` at `price` (yen) would bring, in whole yen: difference less the closing fee and the accrued charges of that part. */
export function estimateClose(lot: LotView, quantity: number, price: number): CloseEstimate {
  const tenths = tenthsOf(price)
  const held = heldLot(lot)
  const fee = feeOf(consideration(tenths, quantity)).totalYen
  const charges = lot.openQuantity === 0 ? 0 : Math.floor((lot.accrued * quantity) / lot.openQuantity)
  return { fee, charges, profit: priceDifference(held, held.openPriceTenths, tenths, quantity) - fee - charges }
}
