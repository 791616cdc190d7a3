import { PPM_OF_PERCENT } from '#kernel/money.ts'
import { clockText, dateJst, msOfDayJst, timeJst } from '#kernel/time.ts'
import { LANGS } from '#i18n/lang.ts'
import type { Fields, FieldType, InventoryRow, Words } from '../model/field.ts'

/** The contents of the form: one text a field, one a language where the field has words (`names.ja`). */
export type Draft = Readonly<Record<string, string>>

const isWords = (type: FieldType): boolean => type === 'names' || type === 'texts'
/** A rate is typed in percent, with at most four decimals. */
const PERCENT = /^\d{1,3}([.,]\d{1,4})?$/
const WHOLE = /^-?\d{1,16}$/
/** Digits without the commas of thousands. Any other comma stays: it may be a decimal one. */
const ungrouped = (text: string): string =>
  /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text
const wholeOf = (text: string): unknown => (WHOLE.test(ungrouped(text)) ? Number(ungrouped(text)) : text)

/** The form's texts as terms; what is not in its form stays a text, which the checks refuse by its field. */
export const termsOf = (fields: Fields, draft: Draft): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([field, type]) => [field, valueOf(type, field, draft)]))

function valueOf(type: FieldType, field: string, draft: Draft): unknown {
  if (isWords(type))
    return Object.fromEntries(LANGS.map((lang) => [lang, (draft[`${field}.${lang}`] ?? '').trim()]))
  const text = (draft[field] ?? '').trim()
  switch (type) {
    case 'price':
      return /^\d{1,9}(\.\d)?$/.test(ungrouped(text)) ? Math.round(Number(ungrouped(text)) * 10) : text
    case 'yen':
    case 'count':
    case 'bp':
      return wholeOf(text)
    case 'ppm':
      return PERCENT.test(text) ? Math.round(Number(text.replace(',', '.')) * PPM_OF_PERCENT) : text
    case 'instant':
      return instantOf(text)
    case 'rows':
      return rowsOf(text)
    default:
      return text
  }
}

/** `2026-11-24T09:00`, Japanese time, as the browser's field writes it. */
function instantOf(text: string): unknown {
  const found = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})$/.exec(text)
  return found === null ? text : timeJst(found[1]!, Number(found[2]), Number(found[3]))
}

/** One issue a line: code, units to buy, units to sell short. */
function rowsOf(text: string): unknown {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line): unknown => {
      const [code = '', long = '', short = '', ...more] = line.split(/[\s,;]+/)
      return more.length > 0 ? line : { code, long: wholeOf(long), short: wholeOf(short) }
    })
}

/** Terms of an earlier listing as the texts of a form. */
export function draftOf(fields: Fields, terms: Readonly<Record<string, unknown>>): Draft {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, type]): [string, string][] =>
      isWords(type)
        ? LANGS.map((lang) => [`${field}.${lang}`, (terms[field] as Words)[lang]])
        : [[field, textOf(type, terms[field])]],
    ),
  )
}

function textOf(type: FieldType, value: unknown): string {
  switch (type) {
    case 'price':
      return String((value as number) / 10)
    case 'ppm':
      return String((value as number) / PPM_OF_PERCENT)
    case 'instant':
      return `${dateJst(value as number)}T${clockText(msOfDayJst(value as number))}`
    case 'rows':
      return (value as readonly InventoryRow[])
        .map(({ code, long, short }) => `${code} ${long} ${short}`)
        .join('\n')
    default:
      return String(value)
  }
}

/** The fields in which two terms of one kind differ. */
export const changedFields = (
  fields: Fields,
  one: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
): string[] =>
  Object.keys(fields).filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]))
