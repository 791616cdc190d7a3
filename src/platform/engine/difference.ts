/**
 * One value that is not what the journal makes of it. `column` null: the whole row, which only one side has.
 * Absent: null.
 */
export type Difference = {
  table: string
  key: string
  column: string | null
  held: string | null
  said: string | null
  /** Said instead, where it is no value: a row that cannot be read, or is not what it has a hash of. */
  what?: string
}

/** A difference in a sentence. */
export function differenceText({ table, key, column, held, said, what }: Difference): string {
  const where = `${table} ${key}`.trimEnd()
  if (what !== undefined) return `${where}: ${what}`
  if (column !== null)
    return `${where}: ${column} is ${held ?? 'nothing'}, the journal says ${said ?? 'nothing'}`
  if (said === null) return `${where}: ${key === '' ? held : 'the journal knows no such row'}`
  return `${where}: the row is missing`
}
