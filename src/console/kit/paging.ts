import { useAddress } from './address.ts'
import type { Paging } from './Table.tsx'

type Cut<Row> = { rows: readonly Row[]; next: string | null; total: number }

/** The part of the address that asks for a page: where it begins, and what is looked for. */
export function usePlace(): { after?: string; q?: string } {
  const {
    query: { after, q = '' },
  } = useAddress()
  return { ...(after === undefined ? {} : { after }), ...(q.trim() === '' ? {} : { q }) }
}

/** A page as a table takes it; undefined until it is here. `ask`: any page of the same list. */
export const pagingOf = <Row>(
  data: Cut<Row> | undefined,
  ask: (after: string | undefined) => Promise<Cut<Row>>,
): Paging<Row> | undefined =>
  data === undefined ? undefined : { total: data.total, next: data.next, page: ask }

/** The query of another page: of the same filters, from another place. */
export const from = <Query extends object>(
  query: Query,
  after: string | undefined,
): Query & { after?: string } => {
  const { after: _, ...rest } = query as Query & { after?: string }
  return { ...(rest as Query), ...(after === undefined ? {} : { after }) }
}
