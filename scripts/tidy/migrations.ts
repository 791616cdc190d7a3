/**
 * Migrations from this one on only expand (docs/operate.md, Upgrade): the version before goes on working on
 * the new schema. Those before it have run everywhere.
 */
const FIRST_HELD = '0141'

/** Migrations that take away what no version in use reads or writes any more, each with its reason. */
export const CONTRACTS: Readonly<Record<string, string>> = {}

/** Forms that break the version before, with why. */
const BREAKING: readonly [form: RegExp, why: string][] = [
  [/^drop (?:table|view|schema|type|function|sequence)\b/, 'the version before still reads or writes it'],
  [/^drop column\b/, 'the version before still reads or writes it'],
  [/^rename\b/, 'the version before knows the old name'],
  [/^alter (?:column )?\w+ (?:set data )?type\b/, 'the version before writes the old type'],
  [/^alter (?:column )?\w+ set not null\b/, 'the version before may write null'],
  [/^alter (?:column )?\w+ drop default\b/, 'the version before leaves the column out'],
  [/^add constraint \w+ (?:unique|exclude|foreign key)\b/, 'the version before may write what it refuses'],
  [/^(?:delete from|truncate)\b/, 'the version before still reads the rows'],
]

/** The problems of a migration: what is said of each statement that does not expand. */
export function migrationProblems(file: string, sql: string): string[] {
  if (file < FIRST_HELD || file in CONTRACTS) return []
  const statements = statementsOf(sql)
  const made = new Set(
    statements.flatMap((one) => /^create table (?:if not exists )?(\w+)/.exec(one)?.[1] ?? []),
  )
  const all = statements.flatMap((one) => actionsOf(alterOf(one).rest))
  return statements.flatMap((statement) => {
    const { table, rest } = alterOf(statement)
    const ofUnique = /^create unique index .*? on (\w+)/.exec(statement)?.[1]
    if (made.has(table) || (ofUnique !== undefined && made.has(ofUnique))) return []
    const actions = table === '' ? [statement] : actionsOf(rest)
    return actions.flatMap((action) => {
      const why =
        ofUnique === undefined ? breaks(action, all) : 'the version before may write what it refuses'
      return why === null ? [] : [`${table === '' ? '' : `alter table ${table} `}${action}: ${why}`]
    })
  })
}

/** The table that a statement alters and what with it; both empty where it alters none. */
function alterOf(statement: string): { table: string; rest: string } {
  const [, table = '', rest = ''] = /^alter table (?:if exists )?(?:only )?(\w+) (.*)$/.exec(statement) ?? []
  return { table, rest }
}

function breaks(action: string, beside: readonly string[]): string | null {
  if (/^add (?:column )?(?:if not exists )?\w+ /.test(action) && !action.startsWith('add constraint'))
    return /\bnot null\b/.test(action) && !/\b(?:default|generated)\b/.test(action)
      ? 'a new column that may not be null needs a default: the version before leaves it out'
      : null
  const dropped = /^drop constraint (?:if exists )?(\w+)/.exec(action)?.[1]
  // A wider rule in place of a narrower one.
  if (dropped !== undefined) {
    const again = beside.some((one) => one.startsWith(`add constraint ${dropped} check`))
    return again ? null : 'a rule that goes is made anew, wider, in the same file'
  }
  return BREAKING.find(([form]) => form.test(action))?.[1] ?? null
}

/** Statements in one line each, in small letters, without comments; what stands in quotes stays one word. */
const statementsOf = (sql: string): string[] =>
  sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '')

/** Actions of an `alter table`, which commas part that stand in no brackets. */
function actionsOf(text: string): string[] {
  const actions = ['']
  let depth = 0
  for (const character of text) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (character === ',' && depth === 0) actions.push('')
    else actions[actions.length - 1] += character
  }
  return actions.map((action) => action.trim())
}
