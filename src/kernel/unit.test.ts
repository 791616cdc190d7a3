import { expectTypeOf, test } from 'vitest'
import type { LotId, MemberId, OrderId } from './id.ts'
import { mulDiv, type BasisPoints, type PartsPerMillion, type Yen } from './money.ts'
import {
  consideration,
  tenthsOf,
  type PriceTenths,
  type PriceYen,
  type Quantity,
  type LeverageTenths,
  type TradingUnits,
} from './price.ts'
import { addDays, dateJst, type DateJst, type Days, type Ms } from './time.ts'

/** Read by the type-check; a swap that compiles is one that `npm run check` refuses. */
type Units = {
  Yen: Yen
  PriceTenths: PriceTenths
  PriceYen: PriceYen
  Quantity: Quantity
  BasisPoints: BasisPoints
  PartsPerMillion: PartsPerMillion
  Ms: Ms
  Days: Days
  LeverageTenths: LeverageTenths
  TradingUnits: TradingUnits
  DateJst: DateJst
  MemberId: MemberId
  OrderId: OrderId
  LotId: LotId
}

/** Every unit of a table that may stand where another one is asked for, as a sentence. */
type Swaps<Table> = {
  [A in keyof Table & string]: {
    [B in Exclude<keyof Table & string, A>]: Table[A] extends Table[B] ? `${A} passes for ${B}` : never
  }[Exclude<keyof Table & string, A>]
}[keyof Table & string]

test('no unit passes for another one', () => {
  expectTypeOf<Swaps<Units>>().toEqualTypeOf<never>()
})

test('two names of one type are seen', () => {
  expectTypeOf<Swaps<{ Yen: Yen; Price: number; Shares: number }>>().toEqualTypeOf<
    | 'Yen passes for Price'
    | 'Yen passes for Shares'
    | 'Price passes for Shares'
    | 'Shares passes for Price'
    // A plain number takes the unit that is asked for.
    | 'Price passes for Yen'
    | 'Shares passes for Yen'
  >()
})

test('calls take their units in their order, and literals and results of arithmetic', () => {
  const [price, quantity, at]: [PriceTenths, Quantity, Ms] = [tenthsOf(3_482.5), 100, 0]
  const [member, order]: [MemberId, OrderId] = ['m-1', 'o-1']
  expectTypeOf(consideration(price, quantity)).toEqualTypeOf<Yen>()
  expectTypeOf(consideration(price * 2, 100)).toEqualTypeOf<Yen>()
  expectTypeOf(mulDiv([price, quantity], 10, 'ceil')).toEqualTypeOf<number>()
  // @ts-expect-error: swapped
  consideration(quantity, price)
  // @ts-expect-error: an instant is no amount of shares
  consideration(price, at)
  // @ts-expect-error: the result is yen, not a price
  const wrong: PriceTenths = consideration(price, quantity)
  // @ts-expect-error: tenths are no yen of the wire
  tenthsOf(price)
  // @ts-expect-error: a price is no instant
  dateJst(price)
  // @ts-expect-error: an id is no date
  addDays(member, 1)
  const other: OrderId[] = [order]
  // @ts-expect-error: a member is no order
  other.push(member)
  expectTypeOf(wrong).toEqualTypeOf<PriceTenths>()
})
