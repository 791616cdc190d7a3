/** Pages outside that the app may open: these and no others. None of them is handed anything. */
export const OUTSIDE_PAGES = {
  police: 'https://www.npa.go.jp/',
  consumers: 'https://www.kokusen.go.jp/',
  finmac: 'https://www.finmac.or.jp/',
  fsa: 'https://www.fsa.go.jp/',
  sesc: 'https://www.fsa.go.jp/sesc/',
  exchange: 'https://www.jpx.co.jp/',
  taxOffice: 'https://www.nta.go.jp/',
} as const

export type OutsidePage = keyof typeof OUTSIDE_PAGES
export const OUTSIDE_NAMES = Object.keys(OUTSIDE_PAGES) as OutsidePage[]

/** The listed page of this name; undefined for anything else, however it is spelled. */
export const outsidePage = (name: string | undefined): OutsidePage | undefined =>
  OUTSIDE_NAMES.find((known) => known === name)

/** The web view's name for the page of the firm, which is no outside page. */
export const FIRM_PAGE = 'firm'
