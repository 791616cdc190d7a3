import { saveFile } from '#client/save-file.ts'

type Value = string | number | null

/** A cell that begins like a formula is a text for every spreadsheet: it gets an apostrophe in front. */
export function csvCell(value: Value): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** RFC 4180, with the mark by which spreadsheets know UTF-8. */
export const csvText = (rows: readonly (readonly Value[])[]): string => `\uFEFF${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`

export const saveCsv = (name: string, rows: readonly (readonly Value[])[]): void =>
  saveFile(`${name}.csv`, new Blob([csvText(rows)], { type: 'text/csv;charset=utf-8' }))
