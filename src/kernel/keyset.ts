/**
 * A place in a list that is read page by page: the figure by which the list is ordered, and the row's id
 * where several have the same.
 */
export type Place = { figure: number; id: string }

/** A place as text: `1764123456789_01932…`. */
export const PLACE = /^-?\d{1,16}_[\w-]{1,100}$/
export const placeText = ({ figure, id }: Place): string => `${figure}_${id}`

export function placeOf(text: string | undefined): Place | null {
  if (text === undefined || !PLACE.test(text)) return null
  const cut = text.indexOf('_')
  return { figure: Number(text.slice(0, cut)), id: text.slice(cut + 1) }
}

/** One page: its rows, and the place of its last one where more follow. */
export type PageOf<Row> = { rows: Row[]; next: string | null }

/** The page that so many rows begin, of which one more than a page was read. */
export const cutPage = <Row>(rows: readonly Row[], of: (row: Row) => Place, most: number): PageOf<Row> => ({
  rows: rows.slice(0, most),
  next: rows.length > most ? placeText(of(rows[most - 1]!)) : null,
})

/** The page after a place, of rows in memory; `asc`: the smallest figure first. */
export function pageAfter<Row>(
  rows: readonly Row[],
  of: (row: Row) => Place,
  after: Place | null,
  most: number,
  order: 'asc' | 'desc' = 'asc',
): PageOf<Row> {
  const sign = order === 'asc' ? 1 : -1
  const compare = (a: Place, b: Place): number =>
    sign * (a.figure - b.figure || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
  const left = rows
    .map((row) => ({ row, place: of(row) }))
    .filter(({ place }) => after === null || compare(place, after) > 0)
    .sort((a, b) => compare(a.place, b.place))
    .map(({ row }) => row)
  return cutPage(left, of, most)
}
