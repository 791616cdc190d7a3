import { pageAfter, placeOf, type PageOf, type Place } from '#kernel/keyset.ts'
import type { Yen } from '#kernel/money.ts'

/** The thing that an operator looks for: letters of a reference, and the figure, where they are one. */
export type DeskSearch = { letters: string; figure: number | null }

/** `W-12AB`, `#12`, `1,200,000円`: as it was typed, in any width. Empty: nothing is looked for. */
export function deskSearch(typed: string | undefined): DeskSearch | null {
  const letters = (typed ?? '').normalize('NFKC').trim().toUpperCase()
  if (letters === '') return null
  const digits = letters.replaceAll(/[#,¥円\s]/g, '')
  const figure = /^\d{1,15}$/.test(digits) ? Number(digits) : null
  return { letters, figure }
}

/** The reference contains it, or the member's number or the amount is it. */
export const isFound = (
  { letters, figure }: DeskSearch,
  row: { reference: string | null; number: number | null; yen: Yen },
): boolean =>
  (row.reference ?? '').toUpperCase().includes(letters) ||
  (figure !== null && (row.number === figure || row.yen === figure))

/** Rows of one page of a list of the console. */
export const PAGE_ROWS = 100

/** A page that is asked for: after a place, of what is looked for. */
export type AskedPage = { after: Place | null; search: DeskSearch | null }
export const askedPage = (query: { place?: string | undefined; q?: string | undefined }): AskedPage => ({
  after: placeOf(query.place),
  search: deskSearch(query.q),
})
export type FoundPage<Row> = PageOf<Row> & { total: number }

/** One page of rows in memory: those that are looked for, after the place. */
export function foundIn<Row>(
  rows: readonly Row[],
  of: (row: Row) => Place,
  seen: (row: Row) => Parameters<typeof isFound>[1],
  { after, search }: AskedPage,
  order: 'asc' | 'desc' = 'asc',
): FoundPage<Row> {
  const found = search === null ? rows : rows.filter((row) => isFound(search, seen(row)))
  return { ...pageAfter(found, of, after, PAGE_ROWS, order), total: found.length }
}
