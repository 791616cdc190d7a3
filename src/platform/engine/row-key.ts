import type { AnyDefinition, Row } from './table.ts'

export type Key = string | number
type Fields = Record<string, unknown>

/** Cannot stand in an id, so two different keys never join to the same text. */
const JOIN = '\u0000'

export const keyColumns = ({ key }: AnyDefinition): readonly string[] =>
  typeof key === 'string' ? [key] : key

/** The key of a row as one value. */
export function keyReader(definition: AnyDefinition): (row: Row) => Key {
  const columns = keyColumns(definition)
  const [first, second] = columns as [string, string | undefined]
  if (second === undefined) return (row) => (row as Fields)[first] as Key
  if (columns.length === 2)
    return (row) => `${String((row as Fields)[first])}${JOIN}${String((row as Fields)[second])}`
  return (row) => columns.map((column) => (row as Fields)[column]).join(JOIN)
}

/** The same from the values that a command asks with. */
export function joinedKey(values: readonly Key[]): Key {
  if (values.length === 1) return values[0]!
  return values.length === 2 ? `${values[0]}${JOIN}${values[1]}` : values.join(JOIN)
}
