import type { Yen } from '#kernel/money.ts'
import type { DateJst } from '#kernel/time.ts'
import type { Calendar } from '#modules/instruments/model/calendar.ts'

/**
 * Results of one settlement day, as tax has them: shares paid in full against their average cost, leveraged
 * lots by themselves. `tradeDate`: null where only the settlement day was noted. `onPayDate`: adjusted
 * dividends, which come on the day that they are paid.
 */
export type DayGain = {
  readonly settlementDate: DateJst
  readonly tradeDate: DateJst | null
  readonly onPayDate: boolean
  readonly gainYen: Yen
}

/** The trade date whose trades settle on this day. */
function tradedFor(
  calendar: Pick<Calendar, 'previous' | 'settlementDate'>,
  settlementDate: DateJst,
): DateJst {
  let date = calendar.previous(settlementDate)
  while (calendar.settlementDate(date) > settlementDate) date = calendar.previous(date)
  return date
}

/** The same by the day on which each was realized: its trade date. */
export const realizedByDay = (
  gains: readonly DayGain[],
  calendar: Pick<Calendar, 'previous' | 'settlementDate'>,
): { date: DateJst; yen: Yen }[] =>
  gains.map(({ settlementDate, tradeDate, onPayDate, gainYen }) => ({
    date: onPayDate ? settlementDate : (tradeDate ?? tradedFor(calendar, settlementDate)),
    yen: gainYen,
  }))
