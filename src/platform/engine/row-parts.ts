import type { Json } from '#kernel/hash.ts'
import { bodyText } from './journal.ts'

/** Parts of the text of a row: numbers end with a semicolon, all else stands behind its length. */
export const numberPart = (value: unknown): string => (typeof value === 'number' ? `${value};` : '-;')
export const textPart = (value: unknown): string =>
  typeof value === 'string' ? `${value.length}:${value}` : '-;'
export const boolPart = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? '4:true' : '5:false') : '-;'
export const jsonPart = (value: unknown): string =>
  value === null || value === undefined ? '-;' : textPart(bodyText(value as Json))
