import type { Yen } from '#kernel/money.ts'
import type { PriceTenths, Quantity } from '#kernel/price.ts'
import { addDays, type DateJst } from '#kernel/time.ts'
import type { CorporateActions } from '#modules/instruments/model/corporate-actions.ts'
import type { Earnings, Results, ResultsDate } from '#modules/instruments/model/earnings.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'

/**
 * The figures that an issue has published, for one share of now. Null: nothing is known, or there is none.
 */
export type CompanyFigures = {
  /** The newest results that are out. */
  readonly results: Results | null
  /** The next date on which there will be some. */
  readonly next: ResultsDate | null
  /**
   * Tenths of a yen a share that the company expects to earn in the business year; below 0 it expects a loss.
   */
  readonly earningsTenths: number | null
  /** Tenths of a yen a share of what belonged to the shareholders at the newest quarter's end. */
  readonly bookTenths: number | null
  /** Tenths of a yen a share: dividends of the last twelve months, by ex-date, in shares of now. */
  readonly dividendTenths: PriceTenths | null
}

/** Results come four times a year: the newest are never older than this, the next never farther. */
const QUARTER_DAYS = 120
const YEAR_DAYS = 365

type Known = {
  readonly actions: Pick<CorporateActions, 'known' | 'between' | 'sharesSince'>
  readonly earnings: Earnings
  readonly today: DateJst
  /** True if the results of this date are out. */
  readonly isOut: (date: DateJst) => boolean
}

/** Of an issue with its shares of now. */
export function companyFigures(
  instrument: Instrument,
  { actions, earnings, today, isOut }: Known,
): CompanyFigures {
  const { code, sharesOutstanding } = instrument
  const dates = earnings.between(addDays(today, -QUARTER_DAYS), addDays(today, QUARTER_DAYS), code)
  const newest = dates.findLast(({ announcedOn }) => isOut(announcedOn))
  const results = newest ? earnings.results(newest) : null
  const paid = actions
    .between(addDays(today, -YEAR_DAYS + 1), today, code)
    .filter((action) => action.kind === 'dividend')
  // Announced for a share before a split of the same day.
  const dividendTenths = Math.round(
    paid.reduce(
      (sum, { perShareTenths, exDate }) =>
        sum + perShareTenths / actions.sharesSince(code, addDays(exDate, -1), today),
      0,
    ),
  )
  return {
    results,
    next: dates.find(({ announcedOn }) => !isOut(announcedOn)) ?? null,
    earningsTenths:
      results && sharesOutstanding > 0 ? perShare(results.forecast.profitYen, sharesOutstanding) : null,
    bookTenths: results && sharesOutstanding > 0 ? perShare(results.equityYen, sharesOutstanding) : null,
    dividendTenths: actions.known ? dividendTenths : null,
  }
}

const perShare = (yen: Yen, shares: Quantity): number => Math.round((yen * 10) / shares)
