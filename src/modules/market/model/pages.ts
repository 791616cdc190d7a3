import { own, page, param, tab } from '#wire/page.ts'

/** A bound of the screener, as it is typed. */
const BOUND = param.like(/^-?\d{1,9}(\.\d{1,2})?$/)

export const PAGES = {
  market: tab('/pages/market/market'),
  search: page('/subPackages/search/search', { query: param.word }),
  screener: page('/subPackages/screener/screener', {
    kind: param.oneOf('stock', 'etf'),
    sectors: param.upTo(200),
    sort: param.word,
    priceFrom: BOUND,
    priceTo: BOUND,
    lotTo: BOUND,
    changeFrom: BOUND,
    changeTo: BOUND,
    volumeFrom: BOUND,
    turnoverFrom: BOUND,
    capFrom: BOUND,
    capTo: BOUND,
    perFrom: BOUND,
    perTo: BOUND,
    yieldFrom: BOUND,
    yieldTo: BOUND,
  }),
  watchlists: own('/subPackages/watchlists/watchlists', { list: param.id }),
}
