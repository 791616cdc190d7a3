import type pg from 'pg'

const COLUMNS = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
    pg_get_expr(d.adbin, d.adrelid) as value, a.attgenerated <> '' as generated, a.attidentity <> '' as identity
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname, a.attnum`
const CONSTRAINTS = `
  select c.relname as table, n.conname as name, pg_get_constraintdef(n.oid) as text
  from pg_constraint n join pg_class c on c.oid = n.conrelid
  where c.relnamespace = 'public'::regnamespace and n.contype in ('p', 'u', 'f', 'c', 'x') order by c.relname, n.contype desc, n.conname`
const INDEXES = `
  select tablename as table, indexdef as text from pg_indexes i
  where schemaname = 'public' and not exists (select from pg_constraint where conname = i.indexname) order by tablename, indexname`
const VIEWS =
  "select viewname as table, definition as text from pg_views where schemaname = 'public' order by viewname"

type Column = {
  table: string
  name: string
  type: string
  required: boolean
  value: string | null
  generated: boolean
  identity: boolean
}
type Part = { table: string; text: string }

/** The tables as they stand, in one readable form: what all migrations together have made. */
export async function schemaText(pool: pg.Pool): Promise<string> {
  const columns = (await pool.query<Column>(COLUMNS)).rows
  const constraints = (await pool.query<Part & { name: string }>(CONSTRAINTS)).rows
  const indexes = (await pool.query<Part>(INDEXES)).rows
  const views = (await pool.query<Part>(VIEWS)).rows.map(
    ({ table, text }) => `create view ${table} as\n${text}`,
  )
  const of = <T extends { table: string }>(parts: readonly T[], table: string) =>
    parts.filter((part) => part.table === table)
  const tables = [...new Set(columns.map(({ table }) => table))]
  const texts = tables.map((table) => {
    const lines = [
      ...of(columns, table).map(columnText),
      ...of(constraints, table).map(({ name, text }) => `  constraint ${name} ${text}`),
    ]
    return [
      `create table ${table} (`,
      lines.join(',\n'),
      ');',
      ...of(indexes, table).map(({ text }) => `${text};`),
    ].join('\n')
  })
  return `-- What migrations/ add up to. Written by migrate.test.ts; not run by anything.\n\n${[...texts, ...views].join('\n\n')}\n`
}

function columnText({ name, type, required, value, generated, identity }: Column): string {
  const fill = identity
    ? ' generated always as identity'
    : value === null
      ? ''
      : generated
        ? ` generated always as (${value}) stored`
        : ` default ${value}`
  return `  ${name} ${type}${required ? ' not null' : ''}${fill}`
}
