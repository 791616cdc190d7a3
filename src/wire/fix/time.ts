import { iso } from '#kernel/time.ts'

/** UTCTimestamp of a time, with milliseconds: `20261128-00:30:00.000`. */
export const fixTime = (at: number): string => iso(at).replaceAll('-', '').replace('T', '-').slice(0, 21)

/** Milliseconds of a UTCTimestamp with or without fractions; null: it is none. */
export function timeOf(text: string): number | null {
  const parts = /^(\d{4})(\d{2})(\d{2})-(\d{2}:\d{2}:\d{2})(?:\.(\d{3})\d*)?$/.exec(text)
  if (parts === null) return null
  const [, year, month, day, time, fraction] = parts
  const at = Date.parse(`${year}-${month}-${day}T${time}.${fraction ?? '000'}Z`)
  return Number.isNaN(at) ? null : at
}
