import type { ReactNode } from 'react'
import { useT } from '#client/texts.ts'
import { useAddress } from '#console/kit/address.ts'
import { Loaded, type Read } from '#ui/Loaded.tsx'
import { Pager } from './Pager.tsx'

const LOOKS = { plain: '', end: 'at-end', wraps: 'wraps break-words' } as const
type Cell<Row> = readonly [head: string, cell: (row: Row) => ReactNode, look?: 'end' | 'wraps']
/** A page of what belongs to a member, with the way to the next one. */
export function Rows<Row extends { id: string; kind?: string }>({
  read,
  label,
  cells,
}: {
  read: Read<{ rows: Row[]; next: string | null }>
  label: string
  cells: readonly Cell<Row>[]
}) {
  const t = useT()
  const { found } = useAddress().query
  return (
    <Loaded read={read} skeleton="lines">
      {({ rows, next }) => (
        <>
          {rows.length === 0 ? (
            <p className="px-4 py-8 text-center text-grey-1">{t('audit.console.part.none')}</p>
          ) : (
            <table className="desk-table" aria-label={label}>
              <thead>
                <tr>
                  {cells.map(([head, , look]) => (
                    <th key={head} scope="col" className={LOOKS[look ?? 'plain']}>
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr
                    key={`${row.kind ?? ''} ${row.id}`}
                    aria-current={row.id === found ? 'true' : undefined}
                  >
                    {cells.map(([head, cell, look]) => (
                      <td key={head} className={LOOKS[look ?? 'plain']}>
                        {cell(row)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          <div className="px-4 py-2">
            <Pager by="before" next={next} />
          </div>
        </>
      )}
    </Loaded>
  )
}
