import type { DateJst, Ms } from '#kernel/time.ts'
import type { Lot } from '#modules/portfolio/model/lot.ts'

/** The fields of a lot that splits change. */
export type LotShares = Pick<Lot, 'quantity' | 'openQuantity' | 'openPriceTenths'>
/** A split that the holders of an issue have been through. */
export type PastSplit = {
  readonly code: string
  readonly exDate: DateJst
  readonly at: Ms
  readonly newShares: number
  readonly oldShares: number
}

/**
 * A lot in the shares of a day that is over. `splits`: those since then, the newest first; `noted`: how it
 * stood before one. A split of which nothing was noted (before decision 0119) is taken back by its ratio, to
 * the next share.
 */
export function lotThen(
  lot: Lot,
  splits: readonly PastSplit[],
  noted: (exDate: DateJst) => LotShares | undefined,
): LotShares {
  const { code, tradeDate, closedAt } = lot
  return splits
    .filter(
      (split) =>
        split.code === code && tradeDate < split.exDate && (closedAt === null || closedAt > split.at),
    )
    .reduce<LotShares>((after, { exDate, newShares, oldShares }) => {
      const before = (figure: number) => Math.round((figure * oldShares) / newShares)
      return (
        noted(exDate) ?? {
          quantity: before(after.quantity),
          openQuantity: before(after.openQuantity),
          openPriceTenths: Math.round((after.openPriceTenths * newShares) / oldShares),
        }
      )
    }, lot)
}
