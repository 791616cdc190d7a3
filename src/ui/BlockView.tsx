/** A block of a plain text. `list`: its points; `table`: its rows, the first one heads the columns. */
type Block =
  | { readonly kind: 'heading' | 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }

/** A block of a document, laid out for reading. */
export function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return <h3 className="text-2 font-strong pt-4 pb-1">{block.text}</h3>
    case 'paragraph':
      return <p className="text-2 py-1 leading-relaxed">{block.text}</p>
    case 'list':
      return (
        <ul className="list-disc pl-5">
          {block.items.map((item) => (
            <li key={item} className="text-2 py-1 leading-relaxed">
              {item}
            </li>
          ))}
        </ul>
      )
    case 'table':
      return <TableView rows={block.rows} />
  }
}

function TableView({ rows: all }: { rows: readonly (readonly string[])[] }) {
  const [head, ...rows] = all
  return (
    <table className="my-2 w-full text-2">
      <thead className="text-1 text-grey-1">
        <tr className="border-b border-grey-3">
          {head?.map((cell, n) => (
            <th
              key={cell}
              scope="col"
              className={`py-1 font-regular ${n === 0 ? 'text-left' : 'pl-3 text-right'}`}
            >
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name = '', ...cells]) => (
          <tr key={name} className="border-b border-grey-3">
            <th scope="row" className="py-2 text-left font-regular">
              {name}
            </th>
            {cells.map((cell) => (
              <td key={cell} className="py-2 pl-3 text-right">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
