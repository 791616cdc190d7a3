import { mulDiv, rateOf, type Yen } from '#kernel/money.ts'
import { tenthsOf, yenOf, type PriceYen, type Quantity } from '#kernel/price.ts'
import type { Side } from '#modules/margin/model/charges.ts'

/**
 * Ways of holding an issue. Each stands apart: shares paid in full, a margin long and a margin short of one
 * issue are three holdings.
 */
export const HOLDING_KINDS = ['cash', 'long', 'short'] as const
export type HoldingKind = (typeof HOLDING_KINDS)[number]

/** The fields of a lot's view that its holding adds up. */
export type HoldingLot = {
  readonly code: string
  readonly name: string
  readonly side: Side
  readonly leverage: number
  readonly openQuantity: Quantity
  readonly openPrice: PriceYen
  readonly notional: Yen
  /** Yen a share, of shares paid in full; null on margin. */
  readonly averageCost: PriceYen | null
  readonly marketPrice: PriceYen | null
  readonly offerPrice: PriceYen | null
  readonly marketValue: Yen | null
  readonly floatingProfit: Yen | null
  readonly todayProfit: Yen | null
}

/** Open lots of one issue and kind. Null: without a price nothing is known. */
export type Holding<Lot extends HoldingLot = HoldingLot> = {
  readonly code: string
  readonly name: string
  readonly kind: HoldingKind
  readonly lots: readonly Lot[]
  readonly quantity: Quantity
  /**
   * Of shares paid in full their average cost, as tax has it. Else the mean of the opening prices, each by
   * its open shares; to the tenth of a yen, a half rounded up.
   */
  readonly averagePrice: PriceYen
  readonly costYen: Yen
  readonly marketPrice: PriceYen | null
  /** Of a new issue that has never traded: no market price and no result is known. */
  readonly offerPrice: PriceYen | null
  readonly valueYen: Yen | null
  /** Since the opening, net of what closing now would charge; since the previous close. */
  readonly profitYen: Yen | null
  readonly todayYen: Yen | null
}

export const holdingKind = ({ side, leverage }: Pick<HoldingLot, 'side' | 'leverage'>): HoldingKind =>
  side === 'down' ? 'short' : leverage > 1 ? 'long' : 'cash'

/** Open lots by issue and kind, in the order in which each holding is met first. */
export function holdingsOf<Lot extends HoldingLot>(lots: readonly Lot[]): Holding<Lot>[] {
  const open = lots.filter(({ openQuantity }) => openQuantity > 0)
  return [...Map.groupBy(open, (lot) => `${lot.code} ${holdingKind(lot)}`).values()].map((own) => {
    const first = own[0]!
    const quantity = own.reduce((sum, { openQuantity }) => sum + openQuantity, 0)
    return {
      code: first.code,
      name: first.name,
      kind: holdingKind(first),
      lots: own,
      quantity,
      averagePrice: first.averageCost ?? openingPrice(own),
      costYen: own.reduce(
        (sum, lot) => sum + (lot.averageCost === null ? lot.notional : lot.averageCost * lot.openQuantity),
        0,
      ),
      marketPrice: first.marketPrice,
      offerPrice: first.offerPrice,
      valueYen: sumKnown(own, ({ marketValue }) => marketValue),
      profitYen: sumKnown(own, ({ floatingProfit }) => floatingProfit),
      todayYen: sumKnown(own, ({ todayProfit }) => todayProfit),
    }
  })
}

/**
 * Lots of one holding by the order that opened them, in the order in which each is met first: one that was
 * filled at nine prices is one purchase.
 */
export const byOrder = <Lot extends { readonly orderId: string }>(lots: readonly Lot[]): Lot[][] => [
  ...Map.groupBy(lots, ({ orderId }) => orderId).values(),
]

/** Mean of the opening prices of lots, each by its open shares; to the tenth of a yen, a half rounded up. */
export function openingPrice(lots: readonly HoldingLot[]): PriceYen {
  const quantity = lots.reduce((sum, { openQuantity }) => sum + openQuantity, 0)
  const tenths = lots.reduce((sum, lot) => sum + tenthsOf(lot.openPrice) * lot.openQuantity, 0)
  return yenOf(mulDiv([2 * tenths + quantity], 2 * quantity, 'floor'))
}

function sumKnown<Lot>(lots: readonly Lot[], of: (lot: Lot) => Yen | null): Yen | null {
  let sum = 0
  for (const lot of lots) {
    const yen = of(lot)
    if (yen === null) return null
    sum += yen
  }
  return sum
}

/** The result against the cost at the opening prices, in basis points, unrounded. */
export const profitRate = ({ profitYen, costYen }: Pick<Holding, 'profitYen' | 'costYen'>): number | null =>
  profitYen === null || costYen === 0 ? null : rateOf(profitYen, costYen)

export const HOLDING_ORDERS = ['profit', 'today', 'value', 'name'] as const
export type HoldingOrder = (typeof HOLDING_ORDERS)[number]

/** Highest figure first, unknown ones last; names from the beginning of the alphabet. Equal ones by issue. */
export function inOrder<Of extends Holding>(
  holdings: readonly Of[],
  order: HoldingOrder,
  compareNames: (a: string, b: string) => number,
): Of[] {
  const figure = ({ profitYen, todayYen, valueYen }: Of) =>
    (order === 'profit' ? profitYen : order === 'today' ? todayYen : valueYen) ?? -Infinity
  const byIssue = (a: Of, b: Of) =>
    a.code === b.code
      ? HOLDING_KINDS.indexOf(a.kind) - HOLDING_KINDS.indexOf(b.kind)
      : a.code < b.code
        ? -1
        : 1
  return holdings.toSorted(
    (a, b) =>
      (order === 'name'
        ? compareNames(a.name, b.name)
        : figure(a) === figure(b)
          ? 0
          : figure(b) - figure(a)) || byIssue(a, b),
  )
}
