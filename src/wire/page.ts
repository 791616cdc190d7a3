/** The forms of texts of shared values: the app reads its addresses by them, without a schema library. */
export const FORMS = {
  issueCode: /^[0-9A-Z]{4,5}$/,
  id: /^[0-9A-Za-z-]{1,64}$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  clock: /^[0-4]\d:[0-5]\d$/,
} as const

/** A parameter of an address: its value, or undefined where the text is none. */
export type Parse<T> = (text: string) => T | undefined
type Shape = Readonly<Record<string, Parse<string | number>>>

/**
 * A place of the app. `tab`: one of the five below; `own`: about the member's own things, so that a guest who
 * comes by its address is asked to log in. Parameters are optional, always: an address may be typed by hand,
 * and the page then shows its default.
 */
export type Page = {
  readonly path: `/${string}`
  readonly tab: boolean
  readonly own: boolean
  readonly params: Shape
}

export const page = <const P extends `/${string}`, const S extends Shape = Record<never, never>>(
  path: P,
  params?: S,
) => ({ path, tab: false, own: false, params: (params ?? {}) as S }) as const
export const own = <const P extends `/${string}`, const S extends Shape = Record<never, never>>(
  path: P,
  params?: S,
) => ({ ...page(path, params), own: true }) as const
export const tab = <const P extends `/${string}`>(path: P) =>
  ({ path, tab: true, own: false, params: {} }) as const

const like =
  (form: RegExp): Parse<string> =>
  (text) =>
    form.test(text) ? text : undefined
const upTo =
  (longest: number): Parse<string> =>
  (text) =>
    text.length <= longest ? text : undefined
const oneOf =
  <const T extends string>(...words: readonly T[]): Parse<T> =>
  (text) =>
    words.find((word) => word === text)
const number: Parse<number> = (text) => (/^\d{1,13}(\.\d+)?$/.test(text) ? Number(text) : undefined)

/** The kinds of parameter. */
export const param = {
  like,
  upTo,
  oneOf,
  number,
  word: upTo(80),
  issueCode: like(FORMS.issueCode),
  id: like(FORMS.id),
  date: like(FORMS.date),
}
