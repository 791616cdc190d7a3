import type { DateJst } from '#kernel/time.ts'

/**
 * The month in which the business year of a quarter ends. A year is named by its last month, as companies and
 * the exchange name it (2027年3月期): a bare year would be read as the one in which it begins.
 */
export const endMonthOf = ({ quarter, periodEnd }: { quarter: number; periodEnd: DateJst }): number =>
  ((Number(periodEnd.slice(5, 7)) - 1 + (4 - quarter) * 3) % 12) + 1
