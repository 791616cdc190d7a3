/**
 * The figures by which a row cannot be used: the field as it stands in the file, and what it is held against.
 */
type Figures = { readonly value: string; readonly first: string; readonly second: string }

/**
 * Reasons why a row cannot be used, by name, with the sentence that the log and the operator's terminal get.
 * People read `market.defect.<name>` in their language.
 */
const SENTENCES = {
  'issue-code': ({ value }) => `not an issue code: "${value}"`,
  date: ({ value }) => `not a date: "${value}"`,
  'date-outside': ({ value, first, second }) => `no day from ${first} to ${second}: ${value}`,
  'date-twice': ({ value }) => `${value} is in the file twice`,
  price: ({ value }) => `not a price: "${value}"`,
  'price-zero': () => 'a price is zero',
  'price-below': () => 'a price is below one yen',
  'price-above': ({ first }) => `a price is above ${first} yen`,
  'high-below-low': ({ value, first }) => `high ${value} is below low ${first}`,
  'high-below': ({ value, first, second }) => `high ${value} is below open ${first} or close ${second}`,
  'low-above': ({ value, first, second }) => `low ${value} is above open ${first} or close ${second}`,
  range: ({ value, first }) => `high ${value} is farther above low ${first} than any day's limits`,
  volume: ({ value }) => `not a volume: "${value}"`,
  'volume-none': () => 'prices without volume',
  'volume-absurd': ({ value, first }) => `volume ${value} is over ${first} times that of the days around it`,
  'volume-above': ({ value, first }) => `volume ${value} is above ${first}`,
  'turnover-above': ({ first }) => `a turnover above ${first} yen`,
  'listed-twice': () => 'listed twice',
  nameless: () => 'without a name',
  sector: ({ value }) => `unknown sector "${value}"`,
  unit: ({ value }) => `not a trading unit: "${value}"`,
  'trading-day': ({ value }) => `${value} is no trading day of the bars`,
  nothing: () => 'neither a split nor a dividend',
  split: ({ value, first }) => `not a split: "${value}" for "${first}"`,
  dividend: ({ value }) => `not a dividend: "${value}"`,
  'dividend-zero': () => 'a dividend of nothing',
  'pay-date': ({ value, first }) => `not a pay date after ${first}: "${value}"`,
} as const satisfies Record<string, (figures: Figures) => string>

export type DefectKind = keyof typeof SENTENCES
export const DEFECT_KINDS = Object.keys(SENTENCES) as readonly DefectKind[]
export type Why = Figures & { readonly kind: DefectKind }

/** A line of a file that cannot be used. Lines count from 1, the header included. `reason`: in English. */
export type Defect = Why & { readonly line: number; readonly code: string; readonly reason: string }

export const why = (
  kind: DefectKind,
  value: string | number = '',
  first: string | number = '',
  second: string | number = '',
): Why => ({ kind, value: String(value), first: String(first), second: String(second) })

export const defectAt = (line: number, code: string, because: Why): Defect => ({
  line,
  code,
  reason: SENTENCES[because.kind](because),
  ...because,
})
