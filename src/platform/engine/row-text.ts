import { bodyText } from './journal.ts'
import type { Json } from '#kernel/hash.ts'
import type { AnyDefinition, BaseColumnType, Row } from './table.ts'

type Fields = Record<string, unknown>
type Column = { property: string; type: BaseColumnType }

/** Columns of a table by name, with their types alone: whether one may be null changes no text. */
const columnsOf = ({ columns }: AnyDefinition): Column[] =>
  Object.entries(columns).map(([property, type]) => ({
    property,
    type: type.replace('?', '') as BaseColumnType,
  }))

/**
 * The text of a column, the same for the row in memory and for the one that was read back; null where it says
 * nothing.
 */
function valueText(type: BaseColumnType, value: unknown): string | null {
  if (value === null || value === undefined) return null
  switch (type) {
    case 'text':
      return value as string
    case 'int8':
    case 'int4':
      return String(value)
    case 'bool':
      return value === true ? 'true' : 'false'
    case 'bytea':
      return Buffer.from(value as Uint8Array).toString('hex')
    case 'uuid':
      return (value as string).toLowerCase()
    // PostgreSQL keeps members of a jsonb in an order of its own.
    case 'jsonb':
      return bodyText(value as Json)
  }
}

/**
 * A row as one text, two different rows never the same one: numbers end with a semicolon, all else stands
 * behind its length.
 */
export function rowText(definition: AnyDefinition): (row: Row) => string {
  if (definition.codec !== undefined) return definition.codec.text
  const columns = columnsOf(definition)
  return (row) => {
    let text = ''
    for (const { property, type } of columns) {
      const value = (row as Fields)[property]
      if (typeof value === 'number' && type !== 'jsonb') text += `${value};`
      else {
        const said = valueText(type, value)
        text += said === null ? '-;' : `${said.length}:${said}`
      }
    }
    return text
  }
}

/** The texts of a row's columns, in the order of the definition. */
export function columnTexts(definition: AnyDefinition): (row: Row) => (string | null)[] {
  const columns = columnsOf(definition)
  // A half of a pair of surrogates is replaced on its way to the disk.
  return (row) =>
    columns.map(({ property, type }) => valueText(type, (row as Fields)[property])?.toWellFormed() ?? null)
}
