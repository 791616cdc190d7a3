export type Cell = string | number | null

const BOM = '\uFEFF'
/** What spreadsheets take for a formula, full-width forms and leading blanks included. */
const FORMULA = /^[\s\u200b]*[=+\-@＝＋－＠\t\r\u2212]/

/** A table as a file for spreadsheets: UTF-8 with a byte order mark, CRLF, no text that could run as a formula. */
export const csv = (rows: readonly (readonly Cell[])[]): string => BOM + rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')

function cellOf(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) || safe !== cell ? `"${safe.replaceAll('"', '""')}"` : safe
}
