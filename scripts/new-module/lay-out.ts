import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSource } from '../tidy/source.ts'
import { namesOf, renamed, type Names, type Taken } from './names.ts'
import { register, registrationsOf, withTable } from './registrations.ts'

const TEMPLATE = join(import.meta.dirname, 'template')
const SUFFIX = '.template'
const NEXT_MESSAGE_ID = 'NEXT_MESSAGE_ID'
/** Files of the template that do not go into the module's folder. */
const SQL = { migration: 'migration.sql', schema: 'schema.sql' } as const

/** Path from the repository's root → text of every file that is written or changed. */
export type Layout = ReadonlyMap<string, string>

/**
 * Everything that a new module of this name adds to the repository at `root` and changes in it. Nothing is
 * written. `problem`: a sentence why there is no such module.
 */
export function layOut(
  root: string,
  name: string,
): { ok: true; names: Names; layout: Layout } | { ok: false; problem: string } {
  const template = readTemplate()
  const named = namesOf(name, takenIn(root, template))
  if (!named.ok) return named
  const { names } = named
  const layout = new Map<string, string>()
  const read = (path: string) => layout.get(path) ?? readFileSync(join(root, path), 'utf8')
  for (const [path, text] of template)
    if (path !== SQL.migration && path !== SQL.schema)
      layout.set(
        `src/modules/${names.many}/${renamed(path, names)}`,
        renamed(text, names).replaceAll(NEXT_MESSAGE_ID, nextMessageId(root)),
      )
  for (const registration of registrationsOf(names)) {
    const edited = register(read(registration.file), registration)
    if (!edited.ok) return edited
    layout.set(registration.file, edited.text)
  }
  layout.set(`migrations/${nextNumber(root)}_${names.many}.sql`, renamed(template.get(SQL.migration)!, names))
  layout.set(
    'schema.sql',
    withTable(read('schema.sql'), names.many, renamed(template.get(SQL.schema)!, names)),
  )
  return { ok: true, names, layout }
}

/** Path in the template's folder, as the file will be called, → text. */
function readTemplate(): ReadonlyMap<string, string> {
  const paths = globSync(`**/*${SUFFIX}`, { cwd: TEMPLATE }).toSorted()
  return new Map(
    paths.map((path) => [path.slice(0, -SUFFIX.length), readFileSync(join(TEMPLATE, path), 'utf8')]),
  )
}

function nextNumber(root: string): string {
  const numbers = readdirSync(join(root, 'migrations')).map((file) => Number.parseInt(file, 10))
  return String(Math.max(...numbers) + 1).padStart(4, '0')
}

/** Ids of messages are stored: the next one after all that modules declare. */
function nextMessageId(root: string): string {
  const ids = globSync('src/modules/*/model/message-kinds.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\{\s*id: (\d+),/g)].map(([, id]) => Number(id)),
  )
  return String(Math.max(...ids) + 1)
}

/** Names taken already, as the sources of the repository say it. */
function takenIn(root: string, template: ReadonlyMap<string, string>): Taken {
  const found = (globs: string, pattern: RegExp) =>
    new Set(
      globSync(globs, { cwd: root }).flatMap((file) =>
        [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map(([, name]) => name!),
      ),
    )
  const code = [...template]
    .filter(([path]) => /\.tsx?$/.test(path))
    .map(([path, text]) => readSource(path, text).code)
  return {
    module: new Set(readdirSync(join(root, 'src/modules'))),
    page: found('src/modules/*/model/pages.ts', /(\w+): (?:page|own|tab)\(/g),
    power: found('src/modules/*/model/powers.ts', /'([\w-]+\.[\w-]+)': /g),
    limit: found('src/{platform,modules/*/model}/limits.ts', /^ {2}(\w+): /gm),
    'page of the console': found('src/modules/*/console/pages.ts', /^ {2}'?([\w-]+)'?: \{/gm),
    table: found('schema.sql', /^create table (\w+)/gm),
    route: found('src/modules/*/{operator-,}contract.ts', /\bname: '(\w+)'/g),
    command: found('src/modules/*/server/*.ts', /\btype: '([\w.-]+)'/g),
    word: new Set(code.flatMap((text) => text.match(/[A-Za-z_$][\w$]*/g) ?? []).filter(isFixed)),
  }
}

const isFixed = (word: string): boolean => !/sample/i.test(word)
