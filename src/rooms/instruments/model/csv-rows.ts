/** A comma-separated line into its fields; a quoted field may hold commas and doubled quotes. */
export function fieldsOf(line: string): string[] {
  if (!line.includes('"')) return line.split(',')
  const fields: string[] = []
  let field = ''
  let quoted = false
  for (let at = 0; at < line.length; at++) {
    const character = line[at]!
    if (quoted && character === '"' && line[at + 1] === '"') {
      field += '"'
      at++
    } else if (character === '"') quoted = !quoted
    else if (character === ',' && !quoted) {
      fields.push(field)
      field = ''
    } else field += character
  }
  fields.push(field)
  return fields
}

/** Why a line of a file cannot be used. Lines count from 1, the header included. */
export type Defect = { readonly line: number; readonly code: string; readonly reason: string }

/**
 * Visits the lines under the header as fields in the order of `expected`. The header may have more columns, in any order; a
 * missing one throws. Empty lines are passed over.
 */
export function forEachRow(text: string, expected: readonly string[], visit: (line: number, fields: readonly string[]) => void): void {
  let at: number[] | null = null
  let line = 0
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from)
    const to = end < 0 ? text.length : end
    const content = text.slice(from, text[to - 1] === '\r' ? to - 1 : to)
    from = to + 1
    line++
    if (at) {
      if (content === '') continue
      const fields = fieldsOf(content)
      visit(line, at.map((column) => fields[column] ?? ''))
    } else {
      const columns = fieldsOf(content.replace(/^\uFEFF/, ''))
      const missing = expected.filter((name) => !columns.includes(name))
      if (missing.length > 0) throw new RangeError(`line 1: columns missing: ${missing.join(', ')}`)
      at = expected.map((name) => columns.indexOf(name))
    }
  }
  if (!at) throw new RangeError('the file is empty')
}
