/** A column of a table. `value`: what it sorts by, what the search finds and what goes into the CSV. */
export type Value = string | number | null

export type Query = Readonly<Record<string, string>>
type Sortable<Row> = { id: string; value: (row: Row) => Value }
type Filterable<Row> = { id: string; of: (row: Row) => string }

const compare = (a: Value, b: Value): number =>
  a === b
    ? 0
    : a === null
      ? 1
      : b === null
        ? -1
        : typeof a === 'number' && typeof b === 'number'
          ? a - b
          : String(a).localeCompare(String(b))

/**
 * The rows that the address asks for: `<filter>=<value>`, `q` in any column, `sort=<column>` or `-<column>`.
 * Unknown names have no effect.
 */
export function shownRows<Row>(
  rows: readonly Row[],
  query: Query,
  columns: readonly Sortable<Row>[],
  filters: readonly Filterable<Row>[],
  sortedBy: string,
): Row[] {
  const words = (query.q ?? '').trim().toLowerCase()
  const isShown = (row: Row): boolean =>
    filters.every(({ id, of }) => !query[id] || of(row) === query[id]) &&
    (words === '' ||
      columns.some(({ value }) =>
        String(value(row) ?? '')
          .toLowerCase()
          .includes(words),
      ))
  const sort = query.sort ?? sortedBy
  const column = columns.find(({ id }) => id === sort.replace(/^-/, ''))
  const shown = rows.filter(isShown)
  if (column === undefined) return shown
  const sign = sort.startsWith('-') ? -1 : 1
  // Nothing stands last, whichever way round.
  return shown.toSorted((a, b) => {
    const [one, other] = [column.value(a), column.value(b)]
    return one === null || other === null ? compare(one, other) : sign * compare(one, other)
  })
}
