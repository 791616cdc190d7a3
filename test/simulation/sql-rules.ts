/**
 * The rules of schema.sql for rows besides their columns' types: what must not be null, CHECKs and unique
 * keys, as PostgreSQL writes them down. The language is the small one that the schema uses; whatever else is
 * refused, so that no rule is left out in silence.
 */
type Value = string | number | boolean | null | readonly Value[]
type Fields = Readonly<Record<string, unknown>>
type Reckon = (row: Fields) => Value

/** `says`: as SQL. */
export type Rule = { readonly name: string; readonly says: string; readonly breaks: (row: Fields) => boolean }
type UniqueKey = { readonly name: string; readonly keyOf: (row: Fields) => string | null }
export type TableRules = { readonly checks: readonly Rule[]; readonly unique: readonly UniqueKey[] }

const TABLE = /^create table (\w+) \(\n(.*?)^\);/gms
const NOT_NULL = /^ {2}(\w+) (?!.* default ).* not null,?$/gm
const CHECK = /^ *constraint (\w+) CHECK \((.*)\),?$/gim
const UNIQUE = /^ *constraint (\w+) UNIQUE \(([\w, ]+)\)/gim
const UNIQUE_INDEX =
  /^create unique index (\w+) on (?:public\.)?(\w+) using btree \(([\w, ]+)\)(?: where (.+))?;$/gim

/** The rules of every table, by its name. */
export function rulesOf(schema: string): Map<string, TableRules> {
  const tables = new Map<string, { checks: Rule[]; unique: UniqueKey[] }>()
  for (const [, table = '', body = ''] of schema.matchAll(TABLE))
    tables.set(table, {
      checks: [
        ...[...body.matchAll(NOT_NULL)].map(([, column = '']) => check(column, `${column} IS NOT NULL`)),
        ...[...body.matchAll(CHECK)].map(([, name = '', says = '']) => check(name, says)),
      ],
      unique: [...body.matchAll(UNIQUE)].map(([, name = '', columns = '']) => uniqueKey(name, columns)),
    })
  for (const [, name = '', table = '', columns = '', where] of schema.matchAll(UNIQUE_INDEX))
    tables.get(table)!.unique.push(uniqueKey(name, columns, where))
  return tables
}

function check(name: string, says: string): Rule {
  const holds = readRule(says)
  // An unknown value holds: a CHECK refuses only what is false.
  return { name, says, breaks: (row) => holds(row) === false }
}

function uniqueKey(name: string, columns: string, where?: string): UniqueKey {
  const names = columns.split(', ').map(camelCase)
  const counts = where === undefined ? () => true : readRule(where)
  return {
    name,
    keyOf: (row) => {
      const values = names.map((column) => row[column] ?? null)
      return counts(row) !== true || values.includes(null) ? null : JSON.stringify(values)
    },
  }
}

const camelCase = (column: string): string =>
  column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

const TOKEN = /\s*('(?:[^']|'')*'|::\w+|<=|>=|<>|[=<>()[\],*+-]|\w+)/gy

/** Three-valued, as SQL is: null is neither true nor false. */
function readRule(says: string): Reckon {
  const tokens = [...says.matchAll(TOKEN)].map(([, token = '']) => token)
  if (tokens.join('') !== says.replaceAll(/\s+/g, '')) throw new SyntaxError(`not read: ${says}`)
  let at = 0
  const next = (): string => tokens[at++] ?? ''
  const takes = (...words: readonly string[]): boolean => {
    if (!words.every((word, n) => tokens[at + n]?.toUpperCase() === word)) return false
    at += words.length
    return true
  }
  const must = (word: string): void => {
    if (!takes(word)) throw new SyntaxError(`${word} is missing: ${says}`)
  }
  const or = (): Reckon => chain(and, 'OR', true)
  const and = (): Reckon => chain(not, 'AND', false)
  /** The value that decides as soon as one part has it: true for OR, false for AND. */
  const chain = (part: () => Reckon, word: string, decides: boolean): Reckon => {
    const parts = [part()]
    while (takes(word)) parts.push(part())
    if (parts.length === 1) return parts[0]!
    return (row) => {
      const values = parts.map((each) => each(row))
      return values.includes(decides) ? decides : values.includes(null) ? null : !decides
    }
  }
  const not = (): Reckon => {
    if (!takes('NOT')) return comparison()
    const inner = not()
    return (row) => {
      const value = inner(row)
      return value === null ? null : !value
    }
  }
  const comparison = (): Reckon => {
    const left = operand()
    if (takes('IS', 'NOT', 'NULL')) return (row) => left(row) !== null
    if (takes('IS', 'NULL')) return (row) => left(row) === null
    const compare = COMPARISONS[tokens[at] ?? '']
    if (compare === undefined) return left
    at++
    const isAny = takes('ANY')
    const right = operand()
    return (row) => {
      const [a, b] = [left(row), right(row)]
      if (a === null || b === null) return null
      return isAny ? (b as readonly Value[]).some((each) => compare(a, each)) : compare(a, b)
    }
  }
  const operand = (): Reckon => {
    const token = next()
    if (token === '(') {
      const inner = or()
      must(')')
      return inner
    }
    if (token.toUpperCase() === 'ARRAY') {
      must('[')
      const list = [operand()]
      while (takes(',')) list.push(operand())
      must(']')
      return (row) => list.map((each) => each(row))
    }
    if (token.toLowerCase() === 'length' && takes('(')) {
      const inner = operand()
      must(')')
      return (row) => (inner(row) as string | null)?.length ?? null
    }
    if (token.startsWith("'")) {
      if (tokens[at]?.startsWith('::')) at++
      const text = token.slice(1, -1).replaceAll("''", "'")
      return () => text
    }
    if (/^\d+$/.test(token)) return () => Number(token)
    if (!/^[a-z]\w*$/.test(token)) throw new SyntaxError(`${token} is not known: ${says}`)
    const column = camelCase(token)
    return (row) => (row[column] ?? null) as Value
  }
  const rule = or()
  if (at !== tokens.length) throw new SyntaxError(`more than a rule: ${says}`)
  return rule
}

const COMPARISONS: Readonly<Record<string, (a: Value, b: Value) => boolean>> = {
  '=': (a, b) => a === b,
  '<>': (a, b) => a !== b,
  '<': (a, b) => a! < b!,
  '<=': (a, b) => a! <= b!,
  '>': (a, b) => a! > b!,
  '>=': (a, b) => a! >= b!,
}
