import { isFullWidth, type Lang } from '#i18n/lang.ts'
import { BOUNDS, type Bound } from '../model/screen.ts'

/** A screen as it stands in its address: texts as they were typed, sectors with commas. */
export type ScreenText = Partial<Record<Bound, string>> & {
  sectors?: string
  kind?: 'stock' | 'etf'
  sort?: string
}

/** The two ends of each figure, in the order of the form. A figure with one end has null at the other. */
export const FIGURES = [
  ['price', 'priceFrom', 'priceTo'],
  ['lot', null, 'lotTo'],
  ['change', 'changeFrom', 'changeTo'],
  ['volume', 'volumeFrom', null],
  ['turnover', 'turnoverFrom', null],
  ['cap', 'capFrom', 'capTo'],
  ['per', 'perFrom', 'perTo'],
  ['pbr', 'pbrFrom', 'pbrTo'],
  ['yield', 'yieldFrom', 'yieldTo'],
  ['surge', 'surgeFrom', null],
  ['belowHigh', null, 'belowHighTo'],
  ['aboveLow', null, 'aboveLowTo'],
] as const satisfies readonly (readonly [string, Bound | null, Bound | null])[]

/** A bound as an address holds it: at most two decimals. Null: something else stands there. */
const boundOf = (text: string): string | null => (/^-?\d{1,9}(\.\d{1,2})?$/.test(text) ? text : null)

/** Capitalisation stands in 億 in a screen; languages without the word count millions. */
const unitOf = (lang: Lang, bound: Bound): number => (bound.startsWith('cap') && !isFullWidth(lang) ? 100 : 1)
const inHundredths = (value: number): string => String(Math.round(value * 100) / 100)
/** A bound of a screen as the language counts, and what is typed so as a screen's bound. */
export const shownBound = (lang: Lang, bound: Bound, value: string): string =>
  unitOf(lang, bound) === 1 ? value : inHundredths(Number(value) * unitOf(lang, bound))
export const askedBound = (lang: Lang, bound: Bound, shown: string): string =>
  unitOf(lang, bound) === 1 ? shown : inHundredths(Number(shown) / unitOf(lang, bound))

/** Some to begin with. */
export const EXAMPLES = {
  yield: { kind: 'stock', yieldFrom: '3', sort: 'yield' },
  value: { kind: 'stock', perTo: '12', sort: 'per' },
  rising: { kind: 'stock', changeFrom: '3', sort: 'gainers' },
  high: { kind: 'stock', belowHighTo: '3', sort: 'yearHigh' },
  surge: { kind: 'stock', surgeFrom: '2', sort: 'surge' },
  small: { kind: 'stock', lotTo: '100000', sort: 'turnover' },
} as const satisfies Record<string, ScreenText>

/** The query of the screener's address, always written in one way. */
export function addressOf(screen: ScreenText): string {
  const search = new URLSearchParams()
  for (const name of ['kind', 'sectors', ...BOUNDS, 'sort'] as const)
    if (screen[name]) search.set(name, screen[name])
  return search.toString()
}

/** The screen that an address asks for; parts that are not known are left out. */
export function screenOf(address: string): ScreenText {
  const query = new URLSearchParams(address)
  const screen: ScreenText = {}
  for (const bound of BOUNDS) {
    const value = boundOf(query.get(bound) ?? '')
    if (value !== null) screen[bound] = value
  }
  const kind = query.get('kind')
  if (kind === 'stock' || kind === 'etf') screen.kind = kind
  const [sectors, sort] = [query.get('sectors'), query.get('sort')]
  if (sectors) screen.sectors = sectors
  if (sort) screen.sort = sort
  return screen
}
