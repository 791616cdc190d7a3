/** Columns whose name promises one value of a closed set. */
const CLOSED = /[._](?:status|state|side|kind|type|role|level|method|purpose)$/

/** Columns named so whose values a module may add to without a migration, each with its reason. */
export const OPEN_SETS: Readonly<Record<string, string>> = {
  'chat_lines.about_kind': 'each module says what a message can be about',
  'house_balances.kind': 'each module declares its ledger accounts',
  'journal.type': 'each module declares its commands',
  'messages.kind': 'each module declares its messages',
  'outbox.kind': 'each channel’s module declares what it tells of',
  'sealed_images.purpose': 'each module declares its uploads',
  'transfers.kind': 'each module declares its transfers',
}

type Table = { name: string; body: string }

const tablesOf = (schema: string): Table[] =>
  [...schema.matchAll(/^create table (\w+) \(\n(.*?)^\);/gms)].map(([, name = '', body = '']) => ({
    name,
    body,
  }))

/** The values that a CHECK of schema.sql allows in each column, by `table.column`. */
export function closedSets(schema: string): Map<string, string[]> {
  const sets = new Map<string, string[]>()
  for (const { name, body } of tablesOf(schema))
    for (const [, column, values = ''] of body.matchAll(/\((\w+) = ANY \(ARRAY\[(.*?)\]\)/g))
      sets.set(
        `${name}.${column}`,
        [...values.matchAll(/'([^']*)'::text/g)].map(([, value = '']) => value),
      )
  return sets
}

/** Columns of schema.sql that hold a status, a kind or the like, and no CHECK says which. */
export function closedSetProblems(schema: string): string[] {
  const sets = closedSets(schema)
  return tablesOf(schema).flatMap(({ name, body }) =>
    [...body.matchAll(/^ {2}(\w+) text\b/gm)]
      .map(([, column = '']) => `${name}.${column}`)
      .filter((column) => CLOSED.test(column) && !sets.has(column) && !(column in OPEN_SETS))
      .map((column) => `${column} has no CHECK: a migration says which values it may have`),
  )
}
