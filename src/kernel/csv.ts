import { momentJst, type Ms } from './time.ts'

/** A date is a moment: it is written in Japan's time. */
export type Cell = string | number | Date | null

const BOM = '\uFEFF'
/** Texts that spreadsheets take for a formula, full-width forms and leading blanks included. */
const FORMULA = /^[\s\u200b]*[=+\-@＝＋－＠\t\r\u2212]/

/**
 * A table as a file for spreadsheets, its head first: UTF-8 with a byte order mark, CRLF, no text that could
 * run as a formula.
 */
export const csv = (rows: readonly (readonly Cell[])[]): string => BOM + csvRows(rows)

/** Rows that go on in a file that has begun. */
export const csvRows = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')

/** A moment as a cell; nothing stays nothing. */
export const momentCell = (at: Ms | null): Date | null => (at === null ? null : new Date(at))

function cellOf(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (cell instanceof Date) return momentJst(cell.getTime())
  const safe = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) || safe !== cell ? `"${safe.replaceAll('"', '""')}"` : safe
}
