import { useT } from '#client/texts.ts'
import type { Column } from './column.ts'

type Props<Row> = {
  title: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
  /** Left out: rows are not opened. */
  onOpen?: ((row: Row) => void) | undefined
}

/** Rows of a table one under the other, as a narrow window has them: each is one target for a finger. */
export function Cards<Row>({ title, rows, columns, keyOf, onOpen }: Props<Row>) {
  const [first, ...others] = columns
  const rest = others.filter(({ spare }) => spare === undefined)
  return (
    <ul aria-label={title}>
      {rows.map((row) => (
        <Card key={keyOf(row)} id={keyOf(row)} row={row} first={first!} rest={rest} onOpen={onOpen} />
      ))}
    </ul>
  )
}

type CardProps<Row> = {
  id: string
  row: Row
  first: Column<Row>
  rest: readonly Column<Row>[]
  onOpen: ((row: Row) => void) | undefined
}

function Card<Row>({ id, row, first, rest, onOpen }: CardProps<Row>) {
  const t = useT()
  return (
    <li
      data-row={id}
      className="border-b border-grey-3 px-4 py-2"
      onClick={(event) => {
        if (!(event.target as Element).closest('a, button')) onOpen?.(row)
      }}
    >
      {onOpen === undefined ? (
        <div className="py-1 font-strong">{first.cell(row)}</div>
      ) : (
        <button
          type="button"
          className="flex min-h-touch w-full items-center justify-between gap-2 text-start font-strong"
          onClick={() => onOpen(row)}
        >
          <span className="min-w-0">{first.cell(row)}</span>
          <span aria-hidden>›</span>
          <span className="sr-only">{t('console.table.open')}</span>
        </button>
      )}
      <dl className="desk-facts text-1">
        {rest.map((column) => {
          const shown = column.cell(row)
          return shown === '' || shown === null || shown === '—' ? null : (
            <div key={column.id} className="contents">
              <dt>{column.head}</dt>
              <dd>{shown}</dd>
            </div>
          )
        })}
      </dl>
    </li>
  )
}
