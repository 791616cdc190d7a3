import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { DateJst } from '#kernel/time.ts'
import type { TickTable } from './instrument.ts'

type Close = { readonly date: DateJst; readonly closeTenths: PriceTenths }
/** `oneUnit`: of funds that trade by one, from their closes; `others`: of those that trade by ten or more. */
type FundTicks = {
  readonly from: DateJst
  readonly oneUnit: (closes: readonly Close[]) => TickTable
  readonly others: TickTable
}

/**
 * Tick tables of funds since a trade date, oldest first (JPX, "optimization of tick sizes for ETFs": 29
 * November 2021 and 7 May 2025; tables 01, 03 and 04). One of a fund must not cost a fraction of a yen: from
 * 2021 on those that trade by one left the fine table at a close of 5,000 yen or less, and came back to it at
 * 7,000 or more.
 */
const SINCE: readonly FundTicks[] = [
  { from: '0000-01-01', oneUnit: () => 'other', others: 'other' },
  { from: '2021-11-29', oneUnit: byClose, others: 'topix500' },
  { from: '2025-05-07', oneUnit: () => 'one-unit', others: 'topix500' },
]
const [LEAVES_TENTHS, RETURNS_TENTHS] = [50_000, 70_000]

function byClose(closes: readonly Close[]): TickTable {
  const telling = closes.findLast(
    ({ closeTenths }) => closeTenths <= LEAVES_TENTHS || closeTenths >= RETURNS_TENTHS,
  )
  return telling !== undefined && telling.closeTenths <= LEAVES_TENTHS ? 'other' : 'topix500'
}

/**
 * The table of a fund with this trading unit after the last of these closes, oldest first; without any,
 * today's.
 */
export function fundTable(unit: Quantity, closes: readonly Close[] = []): TickTable {
  const last = closes.at(-1)
  const { oneUnit, others } =
    last === undefined ? SINCE.at(-1)! : SINCE.findLast(({ from }) => from <= last.date)!
  return unit === 1 ? oneUnit(closes) : others
}
