import { acceptedName, type NamingRejection } from '#kernel/accepted-name.ts'
import { no, ok, type Result } from '#kernel/result.ts'
import type { ListColumn } from './mark-names.ts'
import { marked, type Mark } from './marks.ts'

export type Watchlist = { readonly id: string; readonly name: string; readonly codes: readonly string[] }
export type SavedScreen = { readonly id: string; readonly name: string; readonly address: string }
export type SavedLists = {
  readonly lists: readonly Watchlist[]
  readonly screens: readonly SavedScreen[]
  readonly marks: readonly Mark[]
  /** Figures beside each row, in this order. */
  readonly columns: readonly ListColumn[]
}

export const MOST_LISTS = 10
/** All rows of a list are live at once, beside what else a screen listens to (limits of the socket: 100). */
export const MOST_ROWS = 50
export const MOST_SCREENS = 20

/**
 * Of a member who has changed nothing yet. The first list has no name: the screen calls it what the reader's
 * language calls it.
 */
export const FIRST: SavedLists = {
  lists: [{ id: 'first', name: '', codes: [] }],
  screens: [],
  marks: [],
  columns: [],
}

export const markIssue = (
  kept: SavedLists,
  mark: Mark,
  isListed: boolean,
): Result<SavedLists, 'UNKNOWN_ISSUE' | 'NOTE_INVALID' | 'TOO_MANY_MARKS'> => {
  const marks = marked(kept.marks, mark, isListed)
  return marks.ok ? ok({ ...kept, marks: marks.value }) : marks
}

/** Each figure once. */
export const chooseColumns = (kept: SavedLists, columns: readonly ListColumn[]): Result<SavedLists, never> =>
  ok({ ...kept, columns: [...new Set(columns)] })

type Changed<Code extends string> = Result<SavedLists, Code>
/** Puts back one of the lists; there was one of this id. */
const put = (kept: SavedLists, list: Watchlist): SavedLists => ({
  ...kept,
  lists: kept.lists.map((one) => (one.id === list.id ? list : one)),
})
/** Changes the rows of one list. */
function onList<Code extends string>(
  kept: SavedLists,
  id: string,
  change: (list: Watchlist) => Changed<Code>,
): Changed<Code | 'WATCHLIST_NOT_FOUND'> {
  const list = kept.lists.find((one) => one.id === id)
  return list === undefined ? no('WATCHLIST_NOT_FOUND') : change(list)
}

export function createList(
  kept: SavedLists,
  { id, name }: { id: string; name: string },
): Changed<NamingRejection | 'TOO_MANY_LISTS'> {
  // Said again: it is there.
  if (kept.lists.some((one) => one.id === id)) return ok(kept)
  const fit = acceptedName(kept.lists, id, name)
  if (!fit.ok) return fit
  if (kept.lists.length >= MOST_LISTS) return no('TOO_MANY_LISTS', { most: MOST_LISTS })
  return ok({ ...kept, lists: [...kept.lists, { id, name: fit.value, codes: [] }] })
}

export const renameList = (
  kept: SavedLists,
  id: string,
  name: string,
): Changed<NamingRejection | 'WATCHLIST_NOT_FOUND'> =>
  onList(kept, id, (list) => {
    const fit = acceptedName(kept.lists, id, name)
    return fit.ok ? ok(put(kept, { ...list, name: fit.value })) : fit
  })

export const removeList = (kept: SavedLists, id: string): Changed<'WATCHLIST_NOT_FOUND' | 'LAST_LIST'> =>
  onList(kept, id, (list) =>
    kept.lists.length === 1
      ? no('LAST_LIST')
      : ok({ ...kept, lists: kept.lists.filter((one) => one !== list) }),
  )

export function arrangeLists(kept: SavedLists, ids: readonly string[]): Changed<'LISTS_CHANGED'> {
  const arranged = permuted(kept.lists, ids, (one) => one.id)
  return arranged === null ? no('LISTS_CHANGED') : ok({ ...kept, lists: arranged })
}

export const addRow = (
  kept: SavedLists,
  id: string,
  code: string,
  isListed: boolean,
): Changed<'WATCHLIST_NOT_FOUND' | 'UNKNOWN_ISSUE' | 'LIST_FULL'> =>
  onList<'UNKNOWN_ISSUE' | 'LIST_FULL'>(kept, id, (list) => {
    if (!isListed) return no('UNKNOWN_ISSUE', { code })
    if (list.codes.includes(code)) return ok(kept)
    return list.codes.length >= MOST_ROWS
      ? no('LIST_FULL', { most: MOST_ROWS })
      : ok(put(kept, { ...list, codes: [code, ...list.codes] }))
  })

export const takeOffRow = (kept: SavedLists, id: string, code: string): Changed<'WATCHLIST_NOT_FOUND'> =>
  onList(kept, id, (list) => ok(put(kept, { ...list, codes: list.codes.filter((one) => one !== code) })))

export const arrangeRows = (
  kept: SavedLists,
  id: string,
  codes: readonly string[],
): Changed<'WATCHLIST_NOT_FOUND' | 'LISTS_CHANGED'> =>
  onList(kept, id, (list) => {
    const arranged = permuted(list.codes, codes, (one) => one)
    return arranged === null ? no('LISTS_CHANGED') : ok(put(kept, { ...list, codes: arranged }))
  })

export function saveScreen(
  kept: SavedLists,
  screen: SavedScreen,
): Changed<NamingRejection | 'TOO_MANY_SCREENS'> {
  if (kept.screens.some((one) => one.id === screen.id)) return ok(kept)
  const fit = acceptedName(kept.screens, screen.id, screen.name)
  if (!fit.ok) return fit
  if (kept.screens.length >= MOST_SCREENS) return no('TOO_MANY_SCREENS', { most: MOST_SCREENS })
  return ok({ ...kept, screens: [...kept.screens, { ...screen, name: fit.value }] })
}

export function removeScreen(kept: SavedLists, id: string): Changed<'SCREEN_NOT_FOUND'> {
  const screens = kept.screens.filter((one) => one.id !== id)
  return screens.length === kept.screens.length ? no('SCREEN_NOT_FOUND') : ok({ ...kept, screens })
}

/**
 * The same things in the order asked for; null: these are not the same, another device has changed them
 * meanwhile.
 */
function permuted<T>(
  things: readonly T[],
  order: readonly string[],
  nameOf: (thing: T) => string,
): T[] | null {
  if (order.length !== things.length || new Set(order).size !== order.length) return null
  const byName = new Map(things.map((thing) => [nameOf(thing), thing]))
  const arranged = order.map((name) => byName.get(name)).filter((thing) => thing !== undefined)
  return arranged.length === things.length ? arranged : null
}
