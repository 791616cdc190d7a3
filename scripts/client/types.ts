import type { ApiSchema } from '#platform/http/api-page.ts'

/** A schema of the document as a type of TypeScript; forms that a type cannot say stand in a comment. */
export function typeText(schema: ApiSchema, indent = ''): string {
  const inner = `${indent}  `
  const either = schema.anyOf ?? schema.oneOf
  if (either !== undefined) return [...new Set(either.map((one) => typeText(one, indent)))].join(' | ')
  if ('const' in schema) return literal(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ')
  if (schema.prefixItems !== undefined)
    return `[${schema.prefixItems.map((one) => typeText(one, indent)).join(', ')}]`
  if (schema.items) return `Array<${typeText(schema.items, indent)}>`
  if (schema.properties !== undefined) return objectText(schema, indent)
  if (typeof schema.additionalProperties === 'object')
    return `Record<string, ${typeText(schema.additionalProperties, inner)}>`
  const named = [schema.type ?? []].flat().map((one) => NAMES[one] ?? 'unknown')
  return named.length === 0 ? 'unknown' : [...new Set(named)].join(' | ')
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'string',
  boolean: 'boolean',
  number: 'number',
  integer: 'number',
  null: 'null',
  object: 'Record<string, unknown>',
}

const literal = (value: unknown): string =>
  typeof value === 'string'
    ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
    : JSON.stringify(value)

function objectText({ properties = {}, required = [] }: ApiSchema, indent: string): string {
  const inner = `${indent}  `
  const fields = Object.entries(properties).map(
    ([name, field]) =>
      `${inner}${/^[A-Za-z_]\w*$/.test(name) ? name : literal(name)}${required.includes(name) ? '' : '?'}: ${typeText(field, inner)}`,
  )
  return fields.length === 0 ? '{}' : `{\n${fields.join('\n')}\n${indent}}`
}
