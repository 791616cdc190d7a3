import type { Names } from './names.ts'

/** Lines that stand in a file for each module: they go in front of the anchor, or right after it. */
type Registration = { file: string; anchor: string } & ({ before: string } | { after: string })

/** Families of declarations in `src/registry` that the template declares something of. */
const FAMILIES = [
  ['pages', 'PAGES'],
  ['limits', 'LIMITS'],
  ['message-kinds', 'MESSAGE_KINDS'],
  ['powers', 'POWERS'],
] as const

/** Entries by which the server and the shells learn of a module; files that they find by name need none. */
export const registrationsOf = ({ many, one, Many }: Names): Registration[] => [
  {
    file: 'src/modules/dependencies.ts',
    anchor: '} as const satisfies Record<string, readonly string[]>\n',
    before: `  ${many}: ['identity', 'inbox', 'staff'],\n`,
  },
  {
    file: 'src/server/modules.ts',
    anchor: "import type { MarketWorld } from './market-world.ts'\n",
    before: `import { create${Many} } from '#modules/${many}/server/module.ts'\n`,
  },
  {
    file: 'src/server/modules.ts',
    anchor: '  const modules: Modules = {\n    all: [\n',
    before: `  const ${many} = create${Many}(context, { staff }, limits)\n`,
  },
  { file: 'src/server/modules.ts', anchor: '      home,\n', after: `      ${many},\n` },
  ...FAMILIES.flatMap(([family, constant]): Registration[] => [
    {
      file: `src/registry/${family}.ts`,
      anchor: "import { unionOf } from './union.ts'\n",
      before: `import { ${constant} as ${many} } from '#modules/${many}/model/${family}.ts'\n`,
    },
    { file: `src/registry/${family}.ts`, anchor: 'const MODULES = {', after: `\n  ${many},` },
  ]),
  // Tables of who may do what, and of what is counted.
  {
    file: 'src/modules/staff/model/approval.test.ts',
    anchor: 'const ROWS: [names: PowerName[], signers: string][] = [\n',
    after: `  [['${one}.withdraw'], 'reviewer'],\n`,
  },
  {
    file: 'src/modules/staff/model/approval.test.ts',
    anchor: 'const LISTED: PowerName[] = [\n',
    after: `  '${one}.withdraw',\n`,
  },
  {
    file: 'test/invariants/registry.ts',
    anchor: 'const WINDOWS = [\n',
    after: `  'limits.${many}.perMember',\n`,
  },
  {
    file: 'docs/limits.md',
    anchor: '\n\nNot counted, since nobody can guess them',
    before: `\n| additions of ${many} | member's sessions that may trade, together; all others together | who has such a session | sessions of that kind, for a day | unlock | \`src/modules/${many}/server/module.ts\` | \`src/modules/${many}/server/${many}.test.ts\` |`,
  },
]

type Edited = { ok: true; text: string } | { ok: false; problem: string }

/** The file with the lines in their place; a problem where the anchor does not stand there exactly once. */
export function register(text: string, registration: Registration): Edited {
  const { file, anchor } = registration
  const parts = text.split(anchor)
  if (parts.length !== 2)
    return {
      ok: false,
      problem: `${file} has ${parts.length - 1} times the line ${JSON.stringify(anchor.trim())}, where a module is entered: it must be there once. Nothing was written.`,
    }
  const lines = 'before' in registration ? registration.before + anchor : anchor + registration.after
  return { ok: true, text: parts.join(lines) }
}

/** `schema.sql` with a table more: tables stand in the order of their names, views after them. */
export function withTable(schema: string, table: string, text: string): string {
  const blocks = schema.split('\n\n')
  const nameOf = (block: string) => /^create table (\w+)/.exec(block)?.[1]
  const isLater = (block: string, at: number) => at > 0 && (nameOf(block) ?? '~') > table
  const at = blocks.findIndex(isLater)
  if (at === -1) return `${schema.trimEnd()}\n\n${text}`
  return [...blocks.slice(0, at), text.trimEnd(), ...blocks.slice(at)].join('\n\n')
}
