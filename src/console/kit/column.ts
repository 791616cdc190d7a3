import type { ReactNode } from 'react'
import type { Value } from './rows.ts'

/** A column of a table, and a line of a card. */
export type Column<Row> = {
  id: string
  head: string
  cell: (row: Row) => ReactNode
  value: (row: Row) => Value
  /** Figures stand at the end. */
  align?: 'end'
  /** May take several lines. */
  wraps?: true
  /** Left out where an opened case leaves too little width. */
  spare?: true
}
