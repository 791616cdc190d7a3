import { isValidElement, type ReactNode } from 'react'
import { saveFile } from '#client/save-file.ts'
import { csv, type Cell } from '#kernel/csv.ts'
import type { Value } from './rows.ts'

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
/** A value shortened for the screen goes into the file whole. */
const CUT = '…'

/**
 * The cell that a column puts into the file: figures to count with, moments in Japan's time, and everything
 * else in the words that the screen shows.
 */
export function fileCell(value: Value, shown: ReactNode): Cell {
  if (value === null || typeof value === 'number') return value
  if (INSTANT.test(value)) return new Date(value)
  const words = wordsIn(shown).trim()
  return words === '' || words.includes(CUT) ? value : words
}

function wordsIn(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (Array.isArray(node)) return node.map((each: ReactNode) => wordsIn(each)).join('')
  return isValidElement<{ children?: ReactNode }>(node) ? wordsIn(node.props.children) : ''
}

export const saveCsv = (name: string, rows: readonly (readonly Cell[])[]): void =>
  saveFile(`${name}.csv`, new Blob([csv(rows)], { type: 'text/csv;charset=utf-8' }))
