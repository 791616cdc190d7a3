import type { Format } from '#i18n/format.ts'
import type { Translate } from '#i18n/translate.ts'
import type { QuoteView, StockRow } from '../contract.ts'

/** The figures by which lists can be put in order. */
export const LISTED_BY = [
  'gainers',
  'losers',
  'turnover',
  'volume',
  'cap',
  'per',
  'pbr',
  'yield',
  'surge',
  'yearHigh',
  'yearLow',
] as const
export type ListedBy = (typeof LISTED_BY)[number]

/** Orders whose shown figure grows down the list. Below a high stand −0.1 %, −0.2 % and so on: it falls. */
const ASCENDING: ReadonlySet<ListedBy> = new Set(['losers', 'per', 'pbr', 'yearLow'])
export const isAscending = (by: ListedBy): boolean => ASCENDING.has(by)

/** The figure beside the price that goes with an order: the one that it sorts by, else the turnover. */
export function extraOf(
  t: Translate,
  f: Format,
  by: ListedBy,
  row: Pick<StockRow, 'marketCap' | 'per' | 'pbr' | 'yieldBp' | 'surge' | 'belowHighBp' | 'aboveLowBp'>,
  quote: QuoteView,
): string {
  switch (by) {
    case 'volume':
      return f.large(quote.volume)
    case 'cap':
      return f.large(row.marketCap)
    case 'per':
      return row.per === null ? f.number(null) : t('market.times', { value: f.number(row.per, 1) })
    case 'pbr':
      return row.pbr === null ? f.number(null) : t('market.times', { value: f.number(row.pbr, 2) })
    case 'yield':
      return f.percent(row.yieldBp)
    case 'surge':
      return row.surge === null ? f.number(null) : t('market.times', { value: f.number(row.surge, 1) })
    case 'yearHigh':
      return row.belowHighBp === null ? f.number(null) : f.percent(-row.belowHighBp)
    case 'yearLow':
      return f.percent(row.aboveLowBp)
    default:
      return f.large(quote.turnover)
  }
}

const HEADS = {
  volume: 'market.market.columnVolume',
  cap: 'market.market.columnCap',
  per: 'market.company.per',
  pbr: 'market.company.pbr',
  yield: 'market.market.columnYield',
  surge: 'market.market.columnSurge',
  yearHigh: 'market.market.columnBelowHigh',
  yearLow: 'market.market.columnAboveLow',
} as const
/** Its head. */
export const sortWord = (t: Translate, by: ListedBy): string =>
  t(by in HEADS ? HEADS[by as keyof typeof HEADS] : 'market.market.columnTurnover')
