import { lastDayOfMonth, type DateJst, type Month } from '#kernel/time.ts'

export const monthOf = (date: DateJst): Month => date.slice(0, 7)
/** First and last day. */
export const daysOf = (month: Month): { from: DateJst; to: DateJst } => ({
  from: `${month}-01`,
  to: lastDayOfMonth(month),
})
