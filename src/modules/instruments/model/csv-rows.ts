/**
 * The mark between the fields of a table: a comma, or what Excel writes instead (Unicode text; lands whose
 * comma is the decimal one).
 */
type Separator = ',' | '\t' | ';'

/** A line into its fields; a quoted field may hold separators, doubled quotes and line ends. */
export function fieldsOf(line: string, separator: Separator = ','): string[] {
  if (!line.includes('"')) return line.split(separator)
  const fields: string[] = []
  let field = ''
  let quoted = false
  for (let at = 0; at < line.length; at++) {
    const character = line[at]!
    if (quoted && character === '"' && line[at + 1] === '"') {
      field += '"'
      at++
    } else if (character === '"') quoted = !quoted
    else if (character === separator && !quoted) {
      fields.push(field)
      field = ''
    } else field += character
  }
  fields.push(field)
  return fields
}

/**
 * A figure of a table without its thousands separators: `1,234.5` is 1234.5. Anything else stays as it is.
 */
export const ungrouped = (text: string): string =>
  /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text

/** A row's fields in the order of the columns. */
export type FieldsOf<Columns extends readonly string[]> = { readonly [Place in keyof Columns]: string }

/**
 * Visits the lines under the header as fields in the order of `expected`, then of `optional` ('' where the
 * column is not there). The header may have more columns, in any order and in capitals; a missing one throws
 * a RangeError. Line ends are CR, LF or both; empty lines, and those of empty fields alone, are passed over.
 * `named` gives the column that a heading is of, where files call it otherwise.
 */
export function forEachRow<
  const Expected extends readonly string[],
  const Optional extends readonly string[] = readonly [],
>(
  text: string,
  expected: Expected,
  visit: (line: number, fields: FieldsOf<readonly [...Expected, ...Optional]>) => void,
  optional?: Optional,
  named?: (heading: string) => string,
): void
export function forEachRow(
  text: string,
  expected: readonly string[],
  visit: (line: number, fields: never) => void,
  optional: readonly string[] = [],
  named: (heading: string) => string = (heading) => heading.trim().toLowerCase(),
): void {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n')
  let at: number[] | null = null
  let separator: Separator = ','
  for (let index = 0; index < lines.length; index++) {
    const line = index + 1
    let content = lines[index]!
    if (isOpen(content)) {
      const rest = restOf(lines, index)
      content += rest.map((more) => `\n${more}`).join('')
      index += rest.length
    }
    if (content.trim() === '') continue
    if (at === null) {
      separator = separatorOf(content)
      at = columnsOf(fieldsOf(content, separator).map(named), expected, optional, line)
      continue
    }
    const fields = fieldsOf(content, separator)
    if (fields.some((field) => field.trim() !== ''))
      visit(line, at.map((column) => fields[column] ?? '') as never)
  }
  if (at === null) throw new RangeError('the file is empty')
}

/** Longer than this no field is: its quotation mark is a slip, and must not swallow the rows after it. */
const MOST_LINES = 20

/** A field that begins with a quotation mark has not ended yet. */
const isOpen = (content: string): boolean =>
  content.includes('"') && /(^|[,\t;])\s*"/.test(content) && (content.split('"').length - 1) % 2 === 1

/** The further lines of a row whose quoted field goes on in them. */
function restOf(lines: readonly string[], first: number): readonly string[] {
  for (let end = first + 1; end < Math.min(first + MOST_LINES, lines.length); end++) {
    if ((lines[end]!.split('"').length - 1) % 2 === 1) return lines.slice(first + 1, end + 1)
  }
  return []
}

const separatorOf = (header: string): Separator =>
  header.includes('\t') ? '\t' : header.includes(',') ? ',' : ';'

function columnsOf(
  names: readonly string[],
  expected: readonly string[],
  optional: readonly string[],
  line: number,
): number[] {
  const missing = expected.filter((name) => !names.includes(name))
  if (missing.length > 0) throw new RangeError(`line ${line}: columns missing: ${missing.join(', ')}`)
  return [...expected, ...optional].map((name) => names.indexOf(name))
}
