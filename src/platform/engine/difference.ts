import type { Json } from '#kernel/hash.ts'

/**
 * One value that is not what the journal makes of it. `column` null: the whole row, which only one side has.
 * Absent: null.
 */
export type Difference = {
  table: string
  key: string
  column: string | null
  /** The place within the column, where that holds more than one value: `.terms.units`. */
  path?: string
  held: string | null
  said: string | null
  /** Said instead, where it is no value: a row that cannot be read, or is not what it has a hash of. */
  what?: string
}

/** A hash, an id or a figure is said whole, so that it can be put back; a long text by its beginning. */
const LETTERS_SAID = 80
export const short = (value: string | null): string =>
  value === null
    ? 'nothing'
    : value.length <= LETTERS_SAID
      ? value
      : `${value.slice(0, LETTERS_SAID)}… (${value.length} letters)`

/** A difference in a sentence of one line. */
export function differenceText({ table, key, column, path = '', held, said, what }: Difference): string {
  const where = `${table} ${key}`.trimEnd()
  if (what !== undefined) return `${where}: ${what}`
  if (column !== null) return `${where}: ${column}${path} is ${short(held)}, the journal says ${short(said)}`
  if (said === null) return `${where}: ${key === '' ? held : 'the journal knows no such row'}`
  return `${where}: the row is missing`
}

/** The first place at which two JSON values are not the same, and the two values there. */
export type JsonDifference = { path: string; held: string | null; said: string | null }

/** null: they say the same; with `shared`, wherever both say something. */
export function jsonDifference(
  held: Json | undefined,
  said: Json | undefined,
  only?: 'shared',
  path = '',
): JsonDifference | null {
  if (!isBranch(held) || !isBranch(said) || Array.isArray(held) !== Array.isArray(said))
    return held === said ? null : { path, held: leafText(held), said: leafText(said) }
  const skips = only === 'shared' && !Array.isArray(held)
  for (const name of new Set([...Object.keys(held), ...Object.keys(said)])) {
    if (skips && !(Object.hasOwn(held, name) && Object.hasOwn(said, name))) continue
    const found = jsonDifference(partOf(held, name), partOf(said, name), only, `${path}.${name}`)
    if (found !== null) return found
  }
  return null
}

type Branch = Exclude<Json, string | number | boolean | null>
const isBranch = (value: Json | undefined): value is Branch => typeof value === 'object' && value !== null
const partOf = (branch: Branch, name: string): Json | undefined =>
  Object.hasOwn(branch, name) ? (branch as { readonly [key: string]: Json | undefined })[name] : undefined
/** A branch that only one side has is said by its kind. */
function leafText(value: Json | undefined): string | null {
  if (value === undefined) return null
  if (!isBranch(value)) return String(value)
  return Array.isArray(value) ? `a list of ${value.length}` : 'an object'
}
