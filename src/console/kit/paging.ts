import { useAddress } from './address.ts'
import type { Paging } from './Table.tsx'

type Cut<Row> = { rows: readonly Row[]; next: string | null; total: number | null }

/** The part of the address that asks for a page: where it begins, and what is looked for. */
export function usePlace(): { place?: string; q?: string } {
  const {
    query: { place, q = '' },
  } = useAddress()
  return { ...(place === undefined ? {} : { place }), ...(q.trim() === '' ? {} : { q }) }
}

/** A page as a table takes it; undefined until it is here. `ask`: any page of the same list. */
export const pagingOf = <Row>(
  data: Cut<Row> | undefined,
  ask: (place: string | undefined) => Promise<Cut<Row>>,
): Paging<Row> | undefined =>
  data === undefined ? undefined : { total: data.total, next: data.next, page: ask }

/** The query of another page: of the same filters, from another place. */
export const from = <Query extends object>(
  query: Query,
  place: string | undefined,
): Query & { place?: string } => {
  const { place: _, ...rest } = query as Query & { place?: string }
  return { ...(rest as Query), ...(place === undefined ? {} : { place }) }
}
