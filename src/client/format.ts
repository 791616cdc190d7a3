import { readNumber, type Typing } from '#kernel/typed.ts'
import { isFullWidth, type Lang } from '#texts/lang.ts'
import { later } from './later.ts'

/** Unknown or none: never 0. */
export const NONE = '—'
const MINUS = '\u2212'
const TIME_ZONE = 'Asia/Tokyo'

type Maybe = number | null | undefined
type MaybeTime = string | number | null | undefined

export type Direction = 'up' | 'down' | 'flat'
export const direction = (value: Maybe): Direction => (!value ? 'flat' : value > 0 ? 'up' : 'down')
/** Stands beside every colour of direction. */
export const arrow = (value: Maybe): string => ({ up: '▲', down: '▼', flat: '' })[direction(value)]

/** Figures, prices and times as a language writes them. Yen are whole, percentages come in basis points, times are Japan's. */
export type Format = ReturnType<typeof formatter>

const isNone = (value: Maybe): value is null | undefined => value === null || value === undefined || Number.isNaN(value)

export function formatter(lang: Lang) {
  const plain = numberFormats(lang)
  const figure = (value: Maybe, digits = 0) => (isNone(value) ? NONE : withMinus(plain(digits).format(value === 0 ? 0 : value)))
  const signed = (value: Maybe, digits = 0) => {
    if (isNone(value)) return NONE
    const text = plain(digits).format(Math.abs(value))
    // The sign follows what is printed: a value that rounds to nothing is ±.
    if (text === plain(digits).format(0)) return `±${text}`
    return (value > 0 ? '+' : MINUS) + text
  }
  const decimalsOf = (price: number) => (Math.round(price * 10) % 10 === 0 ? 0 : 1)
  const percent = (bp: Maybe, digits = 2) => (isNone(bp) ? NONE : figure(bp / 100, digits) + percentSign(lang))
  const signedPercent = (bp: Maybe, digits = 2) => (isNone(bp) ? NONE : signed(bp / 100, digits) + percentSign(lang))
  const compact = compactFormat(lang)

  return {
    /** The number that is typed as this language writes it, or null. */
    read: (text: string, typing: Pick<Typing, 'decimals' | 'signed'>) => readNumber(text, { ...typing, comma: hasComma(lang), pointGroups: lang === 'es' }),
    /** What separates decimals. */
    point: hasComma(lang) ? ',' : '.',
    /** A number with exactly so many decimals: `number(2846.32, 2)`. */
    number: figure,
    signedNumber: signed,
    /** Yen without the unit: columns whose head says it. */
    yen: (value: Maybe) => figure(value),
    /** Yen with the unit. */
    money: (value: Maybe) => (isNone(value) ? NONE : withYen(lang, figure(value))),
    signedYen: (value: Maybe) => signed(value),
    signedMoney: (value: Maybe) => (isNone(value) ? NONE : withYen(lang, signed(value))),
    /** Yen with one decimal only where the price has one. */
    price: (value: Maybe) => (isNone(value) ? NONE : figure(value, decimalsOf(value))),
    signedPrice: (value: Maybe) => (isNone(value) ? NONE : signed(value, decimalsOf(value))),
    /** Basis points: 8544 is 85.44 %. */
    percent, signedPercent,
    /** Volume, turnover, capitalisation: 481.2万. Never a member's own money. */
    large: (value: Maybe) => (isNone(value) ? NONE : withMinus(compact(value))),
    quantity: (value: Maybe) => figure(value),
    shares: (value: Maybe) => (isNone(value) ? NONE : figure(value) + SHARES[lang]),
    /** Between two words of a line. */
    dot: isFullWidth(lang) ? '・' : ' · ',
    /** One paragraph: after 。 stands no space. */
    sentences: (...said: string[]) => said.join(isFullWidth(lang) ? '' : ' '),
    arrow,
    ...timeFormats(lang),
  }
}

const withMinus = (text: string): string => text.replace('-', MINUS)

function numberFormats(lang: Lang): (digits: number) => Intl.NumberFormat {
  const made = [0, 1, 2].map((digits) => later(() => new Intl.NumberFormat(lang, {
    minimumFractionDigits: digits, maximumFractionDigits: digits,
    // Spanish leaves four figures ungrouped; in a column that reads as another size.
    useGrouping: 'always',
  })))
  return (digits) => (made[digits] ?? made[2]!)()
}

const hasComma = (lang: Lang): boolean => lang === 'fr' || lang === 'es'

const percentSign = (lang: Lang): string => (lang === 'fr' || lang === 'es' ? '\u202f%' : '%')

/** 円 after the figure where the language has a word for it, ¥ where it is used to. The sign of the figure comes first. */
function withYen(lang: Lang, figure: string): string {
  switch (lang) {
    case 'ja': return `${figure}円`
    case 'zh-Hans': return `${figure}日元`
    case 'zh-Hant': return `${figure}日圓`
    case 'fr': case 'es': return `${figure}\u202f¥`
    case 'en': return figure.replace(/^([+±\u2212]?)/, '$1¥')
  }
}

const SHARES: Record<Lang, string> = {
  ja: '株', 'zh-Hans': '股', 'zh-Hant': '股', en: '', es: '', fr: '',
}

/** 万 and 億 with one decimal, so that a column of them lines up, and none where the figure is whole (100万) or has four digits already (8,709万); elsewhere three figures and the language's short word. */
function compactFormat(lang: Lang): (value: number) => string {
  const made = (digits: Intl.NumberFormatOptions) => later(() => new Intl.NumberFormat(lang, { notation: 'compact', compactDisplay: 'short', useGrouping: 'always', ...digits }))
  if (!isFullWidth(lang)) {
    const figures = made({ maximumSignificantDigits: 3 })
    return (value) => figures().format(value)
  }
  const [whole, decimal] = [made({ maximumFractionDigits: 0 }), made({ minimumFractionDigits: 1, maximumFractionDigits: 1 })]
  const isWhole = (size: number) => {
    const unit = size < 1e4 ? 1 : size < 1e8 ? 1e4 : size < 1e12 ? 1e8 : 1e12
    return size % unit === 0 || size >= unit * 1_000
  }
  return (value) => (isWhole(Math.abs(value)) ? whole : decimal)().format(value)
}

function timeFormats(lang: Lang) {
  const made = (options: Intl.DateTimeFormatOptions) => later(() => new Intl.DateTimeFormat(lang, { timeZone: TIME_ZONE, ...options }))
  const hms = made({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
  const hm = made({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const monthDay = made({ month: 'numeric', day: 'numeric' })
  const weekday = made({ weekday: 'short' })
  const day = made({ year: 'numeric', month: '2-digit', day: '2-digit' })
  // A bare date is Japan's midnight, not London's.
  const read = (value: MaybeTime): Date | null => {
    if (value === null || value === undefined || value === '') return null
    const at = new Date(typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T00:00:00+09:00` : value)
    return Number.isNaN(at.getTime()) ? null : at
  }
  const by = (print: (at: Date) => string) => (value: MaybeTime) => {
    const at = read(value)
    return at === null ? NONE : print(at)
  }
  const date = (at: Date) =>
    isFullWidth(lang) ? `${monthDay().format(at)}（${weekday().format(at).replace(/^週/, '')}）` : `${weekday().format(at)} ${monthDay().format(at)}`
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
    /** 2026/11/20 */
    day: by((at) => day().format(at)),
  }
}
