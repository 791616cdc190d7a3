import { expect, it } from 'vitest'
import { shownRows } from './rows.ts'

type Row = { id: string; yen: number | null; state: string }
const ROWS: Row[] = [
  { id: 'W-2', yen: 10, state: 'open' },
  { id: 'W-1', yen: null, state: 'open' },
  { id: 'W-3', yen: 9, state: 'paid' },
]
const columns = [
  { id: 'id', value: (row: Row) => row.id },
  { id: 'yen', value: (row: Row) => row.yen },
]
const filters = [{ id: 'state', of: (row: Row) => row.state }]
const ids = (query: Record<string, string>) =>
  shownRows(ROWS, query, columns, filters, 'id')
    .map(({ id }) => id)
    .join(' ')

it.each<[Record<string, string>, string]>([
  [{}, 'W-1 W-2 W-3'],
  [{ sort: '-id' }, 'W-3 W-2 W-1'],
  [{ sort: 'yen' }, 'W-3 W-2 W-1'],
  [{ sort: '-yen' }, 'W-2 W-3 W-1'],
  [{ state: 'open' }, 'W-1 W-2'],
  [{ state: 'none' }, ''],
  [{ q: 'w-3' }, 'W-3'],
  [{ q: '10' }, 'W-2'],
  [{ sort: 'unknown', other: 'x' }, 'W-2 W-1 W-3'],
])('%j shows %s', (query, shown) => expect(ids(query)).toBe(shown))
