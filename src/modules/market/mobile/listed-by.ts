import type { Format } from '#i18n/format.ts'
import type { Translate } from '#i18n/translate.ts'
import type { QuoteView, StockRow } from '../contract.ts'

/** The figures by which lists can be put in order. */
export const LISTED_BY = ['gainers', 'losers', 'turnover', 'volume', 'cap', 'per', 'yield'] as const
export type ListedBy = (typeof LISTED_BY)[number]

/** The figure beside the price that goes with an order: the one that it sorts by, else the turnover. */
export function extraOf(
  t: Translate,
  f: Format,
  by: ListedBy,
  row: Pick<StockRow, 'marketCap' | 'per' | 'yieldBp'>,
  quote: QuoteView,
): string {
  switch (by) {
    case 'volume':
      return f.large(quote.volume)
    case 'cap':
      return f.large(row.marketCap)
    case 'per':
      return row.per === null ? f.number(null) : t('market.times', { value: f.number(row.per, 1) })
    case 'yield':
      return f.percent(row.yieldBp)
    default:
      return f.large(quote.turnover)
  }
}

/** Its head. */
export const sortWord = (t: Translate, by: ListedBy): string =>
  t(
    by === 'volume'
      ? 'market.market.columnVolume'
      : by === 'cap'
        ? 'market.market.columnCap'
        : by === 'per'
          ? 'market.company.per'
          : by === 'yield'
            ? 'market.market.columnYield'
            : 'market.market.columnTurnover',
  )
