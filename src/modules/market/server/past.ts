import type { PriceTenths } from '#kernel/price.ts'
import type { DateJst } from '#kernel/time.ts'
import type { DayBar, SourcedBar } from '../model/interval.ts'

/** Bars of before: computed by the history model, or read from a replay's file. Synchronous; oldest first. */
export type PastBars = {
  /** The first dates with daily and with minute bars. */
  readonly firstDate: DateJst
  firstMinuteDate(): DateJst
  /** Whole days, both ends included. */
  days(code: string, from: DateJst, to: DateJst): readonly DayBar[]
  minutes(code: string, date: DateJst): readonly SourcedBar[]
  /** The price that indices are measured from; null when the issue was not listed on the first date. */
  firstPrice(code: string): PriceTenths | null
  /** The days that this exchange trades are in here as well (replay): nothing needs recording. */
  readonly holdsEveryDay: boolean
}
