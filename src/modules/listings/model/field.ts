import { type DateJst, isDate, type Ms } from '#kernel/time.ts'
import { MAX_AMOUNT_YEN, type PartsPerMillion, type BasisPoints, type Yen } from '#kernel/money.ts'
import { LANGS, type Lang } from '#i18n/lang.ts'

/** One text in each language of the product. */
export type Words = Readonly<Record<Lang, string>>
/** Units of one issue that a day's inventory holds, to buy and to sell short. */
export type InventoryRow = { readonly code: string; readonly long: number; readonly short: number }

type Values = {
  code: string
  member: string
  version: string
  sha256: string
  names: Words
  texts: Words
  rows: readonly InventoryRow[]
  /** Tenths of a yen. */
  price: number
  yen: Yen
  count: number
  /** Basis points, below 0 too. */
  bp: BasisPoints
  ppm: PartsPerMillion
  /** A day on which the listing does something: always a business day. */
  date: DateJst
  /** A day of the past: any day. */
  past: DateJst
  /** Market time. */
  instant: Ms
}
/** The type of a field's value, or the words that it may be. */
export type FieldType = keyof Values | readonly string[]
export type Fields = Readonly<Record<string, FieldType>>
export type TermsOf<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends keyof Values
    ? Values[F[Name]]
    : F[Name] extends readonly string[]
      ? F[Name][number]
      : never
}

const NAME_LONGEST = 60
const TEXT_SHORTEST = 10
const TEXT_LONGEST = 500
const ROWS_MOST = 100
const COUNT_MOST = 1_000_000_000_000
const PRICE_MOST = 1_000_000_000
const BP_MOST = 1_000_000
const LAST_INSTANT = Date.UTC(2100, 0, 1)

const whole = (value: unknown, from: number, to: number): boolean =>
  Number.isSafeInteger(value) && (value as number) >= from && (value as number) <= to
const matches = (value: unknown, form: RegExp): boolean => typeof value === 'string' && form.test(value)
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const hasOnly = (value: Record<string, unknown>, names: readonly string[]): boolean =>
  Object.keys(value).length === names.length && names.every((name) => Object.hasOwn(value, name))
const words = (value: unknown, shortest: number, longest: number): boolean =>
  isPlain(value) &&
  hasOnly(value, LANGS) &&
  LANGS.every((lang) => {
    const text = value[lang]
    return (
      typeof text === 'string' &&
      text === text.trim() &&
      [...text].length >= shortest &&
      [...text].length <= longest
    )
  })
const isDateOfCentury = (value: unknown): boolean =>
  typeof value === 'string' && value.startsWith('20') && isDate(value)
const row = (value: unknown): boolean =>
  isPlain(value) &&
  hasOnly(value, ['code', 'long', 'short']) &&
  isCode(value['code']) &&
  whole(value['long'], 0, COUNT_MOST) &&
  whole(value['short'], 0, COUNT_MOST)
const isCode = (value: unknown): boolean => matches(value, /^[0-9A-Z]{4,5}$/)

const FORMS: Readonly<Record<keyof Values, (value: unknown) => boolean>> = {
  code: isCode,
  member: (value) => matches(value, /^[0-9A-Za-z-]{1,64}$/),
  version: (value) => matches(value, /^\d{1,4}\.\d{1,4}\.\d{1,4}$/),
  sha256: (value) => matches(value, /^[0-9a-f]{64}$/),
  names: (value) => words(value, 1, NAME_LONGEST),
  texts: (value) => words(value, TEXT_SHORTEST, TEXT_LONGEST),
  rows: (value) => Array.isArray(value) && value.length > 0 && value.length <= ROWS_MOST && value.every(row),
  price: (value) => whole(value, 1, PRICE_MOST),
  yen: (value) => whole(value, 1, MAX_AMOUNT_YEN),
  count: (value) => whole(value, 1, COUNT_MOST),
  bp: (value) => whole(value, -BP_MOST, BP_MOST),
  ppm: (value) => whole(value, 0, 1_000_000),
  date: isDateOfCentury,
  past: isDateOfCentury,
  instant: (value) => whole(value, 1, LAST_INSTANT),
}

/** True if a value has the form of its field: strict, nothing is coerced. */
export const hasForm = (type: FieldType, value: unknown): boolean =>
  typeof type === 'string' ? FORMS[type](value) : typeof value === 'string' && type.includes(value)

/** A field that is missing, unknown, or not in its form; fields that are asked for first, in their order. */
export function malformed(
  fields: Fields,
  value: unknown,
): { field: string; rejection: 'FIELD_WRONG' | 'FIELD_UNKNOWN' }[] {
  const terms = isPlain(value) ? value : {}
  return [
    ...Object.entries(fields)
      .filter(([name, type]) => !Object.hasOwn(terms, name) || !hasForm(type, terms[name]))
      .map(([field]) => ({ field, rejection: 'FIELD_WRONG' as const })),
    ...Object.keys(terms)
      .filter((name) => !Object.hasOwn(fields, name))
      .toSorted()
      .map((field) => ({ field, rejection: 'FIELD_UNKNOWN' as const })),
  ]
}
