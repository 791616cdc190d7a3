/**
 * Figures and codes as people type and paste them. One reader for all fields: what it does not understand it
 * refuses, it never guesses and never cuts.
 */

export type Typing = {
  /** Decimals that the figure may have; more are refused, zeros behind them are not. */
  readonly decimals: number
  /** A comma separates the decimals (French, Spanish); a point otherwise. */
  readonly comma?: boolean
  /**
   * The point groups thousands beside the comma (Spanish); elsewhere in such languages it is taken for what a
   * keypad's point means.
   */
  readonly pointGroups?: boolean
  /** Below zero is allowed. */
  readonly signed?: boolean
  /** The unit counted, yen if left out: its word behind the figure is read, another's is refused. */
  readonly unit?: keyof typeof WORDS
}

const WORDS = {
  yen: /\s*(?:円|¥|JPY|yen|日元|日圓)$/i,
  shares: /\s*(?:株|股|shares?|acci(?:ón|ones)|actions?|titres?)$/i,
  units: /\s*(?:口|份|手|単元|units?|unités?|unidad(?:es)?|lotes?|lots?|quotités?)$/i,
  percent: /\s*%$/,
} as const

const MOST_DIGITS = 13
const MINUS = /^[-‐‑–—−ー]/
/** 万 and 億, as amounts are spoken of. */
const UNITS = [
  ['億', 100_000_000],
  ['万', 10_000],
] as const

/**
 * The number that a text means, or null. Digits of any width, a sign, its own unit (円, 株), thousands grouped
 * in threes by one sign, 5万, 1億2,000万.
 */
export function readNumber(text: string, typing: Typing): number | null {
  const { unit = 'yen' } = typing
  const said = text.normalize('NFKC').trim()
  const plain = (unit === 'yen' ? said.replace(/^[¥\\]\s*/, '') : said).replace(WORDS[unit], '')
  const isBelow = MINUS.test(plain)
  if (isBelow && typing.signed !== true) return null
  const value = withUnits(plain.replace(MINUS, '').replace(/^\+/, ''), typing)
  if (value === null || !hasDecimals(value, typing.decimals)) return null
  return isBelow && value !== 0 ? -value : value
}

/** A figure before 億 and 万 counts so many times; the one that follows is added. */
function withUnits(text: string, typing: Typing): number | null {
  let [rest, sum] = [text, 0]
  for (const [unit, worth] of UNITS) {
    const at = rest.indexOf(unit)
    if (at < 0) continue
    const part = simple(rest.slice(0, at), typing)
    if (part === null) return null
    sum += Math.round(part * worth * 100) / 100
    rest = rest.slice(at + unit.length)
    if (rest === '') return sum
  }
  const last = simple(rest, typing)
  return last === null ? null : sum + last
}

function simple(text: string, { comma = false, pointGroups = false }: Typing): number | null {
  const [point, groups] = comma ? [',', pointGroups ? ".\\s'" : "\\s'"] : ['\\.', ",\\s'"]
  const match =
    new RegExp(`^(\\d+|\\d{1,3}(?:([${groups}])\\d{3})(?:\\2\\d{3})*)(?:${point}(\\d*))?$`).exec(text) ??
    // A keypad's point where no thousands can be meant.
    (comma ? /^(\d+)()\.(\d{0,2})$/.exec(text) : null)
  if (match === null) return null
  // Three zeros behind the sign for decimals are thousands of another language: 10.000 is not ten.
  if (match[3] === '000') return null
  const whole = match[1]!.replaceAll(/\D/g, '')
  return whole.length > MOST_DIGITS ? null : Number(`${whole}.${match[3] || '0'}`)
}

/** True of a text that is a figure of more digits than are read. */
export const isTooLong = (text: string): boolean =>
  /^\d{14,}$/.test(text.normalize('NFKC').replaceAll(/[\s,.']/g, ''))

const hasDecimals = (value: number, decimals: number): boolean => Number(value.toFixed(decimals)) === value

/** Number of characters as people see them: a letter and its mark are one, however a keyboard sends them. */
export const charactersOf = (text: string): number => [...text.normalize('NFC')].length

/**
 * Letters and digits of a number or a code in their plain form: any width, one kind of hyphen, nothing around
 * them.
 */
export const readPlain = (text: string): string =>
  text
    .normalize('NFKC')
    .trim()
    .replaceAll(/(?<=[\w)])[‐‑‒–—―−ー](?=[\w(])/g, '-')

/**
 * Digits of a code, an account or a phone's number: any width, without the blanks, and the `hyphens` where
 * they mean nothing, that people write between them; null where anything else stands.
 */
export function readDigits(text: string, { hyphens = true } = {}): string | null {
  const digits = text.normalize('NFKC').replaceAll(hyphens ? /[\s‐‑‒–—―−ー-]/g : /\s/g, '')
  return /^\d+$/.test(digits) ? digits : null
}
