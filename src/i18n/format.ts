import type { PriceYen } from '#kernel/price.ts'
import { readNumber, type Typing } from '#kernel/typed.ts'
import { dateFormat, numberFormat, withMinus } from './intl.ts'
import { isFullWidth, type Lang } from './lang.ts'

/** Unknown or none: never 0. */
export const NONE = '—'
const MINUS = '\u2212'

type Maybe = number | null | undefined
type MaybeTime = string | number | null | undefined

export type Direction = 'up' | 'down' | 'flat'
export const direction = (value: Maybe): Direction => (!value ? 'flat' : value > 0 ? 'up' : 'down')
/** Stands beside every colour of direction. */
export const arrow = (value: Maybe): string => ({ up: '▲', down: '▼', flat: '' })[direction(value)]

/**
 * Figures, prices and times as a language writes them. Yen are whole, percentages come in basis points, times
 * are Japan's.
 */
export type Format = ReturnType<typeof formatter>

const isNone = (value: Maybe): value is null | undefined =>
  value === null || value === undefined || Number.isNaN(value)

export function formatter(lang: Lang) {
  const plain = numberFormats(lang)
  const figure = (value: Maybe, digits = 0) =>
    isNone(value) ? NONE : withMinus(plain(digits).format(value === 0 ? 0 : value))
  const signed = (value: Maybe, digits = 0) => {
    if (isNone(value)) return NONE
    const text = plain(digits).format(Math.abs(value))
    // The sign follows what is printed: a value that rounds to nothing is ±.
    if (text === plain(digits).format(0)) return `±${text}`
    return (value > 0 ? '+' : MINUS) + text
  }
  const decimalsOf = (price: PriceYen) => (Math.round(price * 10) % 10 === 0 ? 0 : 1)
  const percent = (bp: Maybe, digits = 2) =>
    isNone(bp) ? NONE : figure(bp / 100, digits) + percentSign(lang)
  const signedPercent = (bp: Maybe, digits = 2) =>
    isNone(bp) ? NONE : signed(bp / 100, digits) + percentSign(lang)
  const compact = compactFormat(lang)
  const ruleFigures = later(() => numberFormat(lang, { maximumFractionDigits: 4 }))

  return {
    /** The number that is typed as this language writes it, or null. */
    read: (text: string, typing: Pick<Typing, 'decimals' | 'signed' | 'unit'>) =>
      readNumber(text, { ...typing, comma: hasComma(lang), pointGroups: lang === 'es' }),
    /** The decimal separator. */
    point: hasComma(lang) ? ',' : '.',
    /** A number with exactly so many decimals: `number(2846.32, 2)`. */
    number: figure,
    signedNumber: signed,
    /** Yen without the unit: columns whose head says it. */
    yen: (value: Maybe) => figure(value),
    /** Yen with the unit; a price keeps its tenth. */
    money: (value: Maybe) => (isNone(value) ? NONE : withYen(lang, figure(value, decimalsOf(value)))),
    signedYen: (value: Maybe) => signed(value),
    signedMoney: (value: Maybe) => (isNone(value) ? NONE : withYen(lang, signed(value))),
    /** Yen with one decimal only where the price has one. */
    price: (value: Maybe) => (isNone(value) ? NONE : figure(value, decimalsOf(value))),
    signedPrice: (value: Maybe) => (isNone(value) ? NONE : signed(value, decimalsOf(value))),
    /** Basis points: 8544 is 85.44 %. */
    percent,
    signedPercent,
    /** Volume, turnover, capitalisation: 481.2万. Never a member's own money. */
    large: (value: Maybe) => (isNone(value) ? NONE : withMinus(compact(value))),
    quantity: (value: Maybe) => figure(value),
    /** A figure of a rule inside of a text, with the decimals that it has, four at most: 0.55. */
    ruleFigure: (value: number) => withMinus(ruleFigures().format(value)),
    /**
     * A business year as its language names it, 2027年3月期; the word for it stands before it in Spanish and
     * French.
     */
    fiscalYear: (year: number, endMonth: number) => fiscalYear(lang, year, endMonth),
    shares: (value: Maybe) => (isNone(value) ? NONE : figure(value) + SHARES[lang]),
    /** Between two words of a line. */
    dot: isFullWidth(lang) ? '・' : ' · ',
    /** One paragraph: after 。 stands no space. */
    sentences: (...said: string[]) => said.join(isFullWidth(lang) ? '' : ' '),
    arrow,
    ...timeFormats(lang),
  }
}

function numberFormats(lang: Lang): (digits: number) => Intl.NumberFormat {
  const made = [0, 1, 2].map((digits) =>
    later(() => numberFormat(lang, { minimumFractionDigits: digits, maximumFractionDigits: digits })),
  )
  return (digits) => (made[digits] ?? made[2]!)()
}

const hasComma = (lang: Lang): boolean => lang === 'fr' || lang === 'es'

const percentSign = (lang: Lang): string => (hasComma(lang) ? '\u202f%' : '%')

/**
 * 円 after the figure where the language has a word for it, ¥ where it is used to. The sign of the figure
 * comes first.
 */
function withYen(lang: Lang, figure: string): string {
  switch (lang) {
    case 'ja':
      return `${figure}円`
    case 'zh-Hans':
      return `${figure}日元`
    case 'zh-Hant':
      return `${figure}日圓`
    case 'fr':
    case 'es':
      return `${figure}\u202f¥`
    case 'en':
      return figure.replace(/^([+±\u2212]?)/, '$1¥')
  }
}

const SHARES: Record<Lang, string> = { ja: '株', 'zh-Hans': '股', 'zh-Hant': '股', en: '', es: '', fr: '' }

/**
 * 万 and 億 with one decimal, so that a column of them lines up, and none where the figure is whole (100万) or
 * has four digits already (8,709万); elsewhere three figures and the language's short word.
 */
function compactFormat(lang: Lang): (value: number) => string {
  const made = (digits: Intl.NumberFormatOptions) =>
    later(() => numberFormat(lang, { notation: 'compact', compactDisplay: 'short', ...digits }))
  if (!isFullWidth(lang)) {
    const figures = made({ maximumSignificantDigits: 3 })
    return (value) => figures().format(value)
  }
  const [whole, decimal] = [
    made({ maximumFractionDigits: 0 }),
    made({ minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  ]
  const isWhole = (size: number) => {
    const unit = size < 1e4 ? 1 : size < 1e8 ? 1e4 : size < 1e12 ? 1e8 : 1e12
    return size % unit === 0 || size >= unit * 1_000
  }
  return (value) => (isWhole(Math.abs(value)) ? whole : decimal)().format(value)
}

/**
 * A business year by the year and the month in which it ends: a bare year would be read as the one in which
 * it begins.
 */
function fiscalYear(lang: Lang, year: number, month: number): string {
  switch (lang) {
    case 'ja':
      return `${year}年${month}月期`
    case 'zh-Hans':
      return `${year}年${month}月财年`
    case 'zh-Hant':
      return `${year}年${month}月會計年度`
    case 'en':
      return `FY${month}/${year}`
    case 'fr':
    case 'es':
      return `${month}/${year}`
  }
}

/**
 * Made when it is first needed: a language's formats cost a phone milliseconds each, and a page needs few of
 * them.
 */
function later<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

function timeFormats(lang: Lang) {
  const made = (options: Intl.DateTimeFormatOptions) => later(() => dateFormat(lang, options))
  const hms = made({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
  const hm = made({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const monthDay = made({ month: 'numeric', day: 'numeric' })
  const weekday = made({ weekday: 'short' })
  const day = made({ year: 'numeric', month: '2-digit', day: '2-digit' })
  const precise = made({
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
  })
  const year = made({ year: 'numeric' })
  const month = made({ month: 'short' })
  const dayOfMonth = made({ day: 'numeric' })
  // A bare date is Japan's midnight, not London's.
  const read = (value: MaybeTime): Date | null => {
    if (value === null || value === undefined || value === '') return null
    const at = new Date(
      typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T00:00:00+09:00` : value,
    )
    return Number.isNaN(at.getTime()) ? null : at
  }
  const by = (print: (at: Date) => string) => (value: MaybeTime) => {
    const at = read(value)
    return at === null ? NONE : print(at)
  }
  const date = (at: Date) =>
    isFullWidth(lang)
      ? `${monthDay().format(at)}（${weekday().format(at).replace(/^週/, '')}）`
      : `${weekday().format(at)} ${monthDay().format(at)}`
  const gap = isFullWidth(lang) ? '' : ' '
  return {
    /** 14:32:08 */
    time: by((at) => hms().format(at)),
    /** 14:32 */
    clock: by((at) => hm().format(at)),
    /** 11/20（金）: a date that binds has its weekday. */
    date: by(date),
    /** 11/20（金）15:30 */
    dateTime: by((at) => `${date(at)}${gap}${hm().format(at)}`),
    /** 2026/11/20 15:30: a moment of any year. */
    moment: by((at) => `${day().format(at)} ${hm().format(at)}`),
    /** 11/20（金）15:30:00.123: what the exchange does is told to the millisecond. */
    precise: by((at) => `${date(at)}${gap}${precise().format(at)}`),
    /** 2026/11/20 */
    day: by((at) => day().format(at)),
    /** The weekday alone, short: 金. */
    weekday: by((at) => weekday().format(at).replace(/^週/, '')),
    /** Ticks of an axis: 2026年, 11月, 20日, 11/20. */
    year: by((at) => year().format(at)),
    month: by((at) => month().format(at)),
    dayOfMonth: by((at) => dayOfMonth().format(at)),
    monthDay: by((at) => monthDay().format(at)),
  }
}
