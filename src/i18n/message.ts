import { dateFormat, numberFormat, pluralRules, withMinus } from './intl.ts'
import type { Lang } from './lang.ts'

/**
 * An ICU message after parsing: plain text, or pieces. Data, not code, so that browser and server run the
 * same.
 */
export type Message = string | readonly Piece[]
export type Piece =
  | string
  | readonly ['value', name: string]
  | readonly ['number', name: string, options: Intl.NumberFormatOptions]
  | readonly ['date', name: string, options: Intl.DateTimeFormatOptions]
  | readonly ['plural', name: string, choices: Choices, type: Intl.PluralRuleType]
  | readonly ['select', name: string, choices: Choices]
export type Choices = Readonly<Record<string, Message>>

/** Every message of one language by its full key (`orders.title`). */
export type Catalogue = Readonly<Record<string, Message>>

/** A date is given as milliseconds or as ISO 8601. */
export type Args = Readonly<Record<string, number | string>>

/**
 * The sentence in this language. It never throws: an argument that is missing or senseless shows as its name.
 */
export function format(message: Message, args: Args, lang: Lang): string {
  if (typeof message === 'string') return message
  return message.map((piece) => (typeof piece === 'string' ? piece : formatPiece(piece, args, lang))).join('')
}

function formatPiece(piece: Exclude<Piece, string>, args: Args, lang: Lang): string {
  const [kind, name, detail] = piece
  const value = args[name]
  if (value === undefined) return `{${name}}`
  switch (kind) {
    case 'value':
      return typeof value === 'number' ? figure(value, lang, {}) : value
    case 'number':
      return figure(Number(value), lang, detail)
    case 'date': {
      const time = new Date(value).getTime()
      return Number.isNaN(time) ? `{${name}}` : dateFormat(lang, detail).format(time)
    }
    case 'plural': {
      const rule = pluralRules(lang, { type: piece[3] }).select(Number(value))
      return format(
        chosen(detail, `=${value}`) ?? chosen(detail, rule) ?? chosen(detail, 'other') ?? '',
        args,
        lang,
      )
    }
    case 'select':
      return format(chosen(detail, `${value}`) ?? chosen(detail, 'other') ?? '', args, lang)
  }
}

/** With the minus sign of figures (U+2212), as everywhere on the screen. */
const figure = (value: number, lang: Lang, options: Intl.NumberFormatOptions): string =>
  withMinus(numberFormat(lang, options).format(value))

/** By own key alone: a word such as `constructor` comes from outside. */
export const chosen = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined
