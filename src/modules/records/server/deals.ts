import type { MemberId } from '#kernel/id.ts'
import { consideration, type PriceTenths, type Quantity } from '#kernel/price.ts'
import type { Yen } from '#kernel/money.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import { fractionsOf } from '#modules/corporate-actions/server/public.ts'
import { deliveredTo } from '#modules/block/server/public.ts'
import { issuedTo } from '#modules/ipo/server/public.ts'
import type { TransferKind } from '#registry/transfer-kinds.ts'
import { tradesOf, type Trade } from '#modules/orders/server/public.ts'
import { orderSumsOf } from '#modules/ledger/server/public.ts'
import { allottedOf, deliveriesOf } from '#modules/portfolio/server/public.ts'
import { withCharges } from '../model/closing-charges.ts'
import type { Period } from '../model/period.ts'

/**
 * Shares that came or went without an order: a purchase by offering or block sale, a long paid in full (take,
 * 現引), shares given against a short (give, 現渡), less than a share that a split left and that was paid out
 * (fraction, 端数).
 */
export const ALLOTMENT_KINDS = ['ipo', 'block-sale', 'take', 'give', 'fraction'] as const
export type Allotment = {
  readonly kind: (typeof ALLOTMENT_KINDS)[number]
  readonly at: Ms
  readonly tradeDate: DateJst
  readonly settlementDate: DateJst
  /** Of the lot. */
  readonly number: string
  readonly code: string
  /** Of a fraction: of a new share, to three decimals. */
  readonly quantity: Quantity
  /** Of a fraction: of an old share. */
  readonly priceTenths: PriceTenths
  readonly amountYen: Yen
  readonly chargesYen: Yen
}

/** Interest of longs and stock-lending fee of shorts, which each closing is charged. */
const CHARGES: readonly TransferKind[] = ['interest', 'stock-lending']

/** A fill; `chargesYen`: the interest or lending fee of a closing. */
export type Fill = Trade & { readonly chargesYen: Yen }
/**
 * All that a member bought and sold on these trade dates: fills of orders, and what needed none; oldest first
 * each.
 */
export type Deals = { readonly trades: readonly Fill[]; readonly allotments: readonly Allotment[] }

export async function dealsOf(db: Database, memberId: MemberId, period: Period): Promise<Deals> {
  const [fills, charges, lots, issued, delivered, deliveries, fractions] = await Promise.all([
    tradesOf(db, memberId, period),
    orderSumsOf(db, memberId, CHARGES, period),
    allottedOf(db, memberId, period),
    issuedTo(db, memberId),
    deliveredTo(db, memberId),
    deliveriesOf(db, memberId, period),
    fractionsOf(db, memberId, period),
  ])
  // A lot tells what has become of the shares; how many came, and at what price, says what was drawn.
  const came = new Map([...issued, ...delivered].map((each) => [each.applicationId, each]))
  const allotments: Allotment[] = [
    ...lots
      .map(({ orderId, ...lot }) => ({ ...lot, ...came.get(orderId)! }))
      .map((lot) => ({
        kind: lot.source as 'ipo' | 'block-sale',
        at: lot.openedAt,
        tradeDate: lot.tradeDate,
        settlementDate: lot.settlementDate,
        number: lot.number,
        code: lot.code,
        quantity: lot.quantity,
        priceTenths: lot.priceTenths,
        amountYen: worthOf(lot),
        chargesYen: 0,
      })),
    ...deliveries.map((delivery) => ({ ...delivery, amountYen: worthOf(delivery) })),
    ...fractions.map(({ exDate, fractionPpm, paidYen, ...fraction }) => ({
      ...fraction,
      kind: 'fraction' as const,
      tradeDate: exDate,
      quantity: Math.floor(fractionPpm / 1_000) / 1_000,
      amountYen: paidYen,
    })),
  ]
  // Charges of an opening order are those of its lot's delivery or fraction.
  const closings = new Set(fills.filter(({ purpose }) => purpose === 'close').map(({ orderId }) => orderId))
  const trades = withCharges(
    fills,
    charges.filter(({ orderId }) => closings.has(orderId)),
  )
  return { trades, allotments: allotments.toSorted((a, b) => a.at - b.at || (a.number < b.number ? -1 : 1)) }
}

export const worthOf = ({ priceTenths, quantity }: { priceTenths: PriceTenths; quantity: Quantity }): Yen =>
  consideration(priceTenths, quantity)
