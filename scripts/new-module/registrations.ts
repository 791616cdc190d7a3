import { LANGS } from '#i18n/lang.ts'
import type { Names } from './names.ts'

/** Lines that stand in a file for each module: they go in front of the anchor, or right after it. */
type Registration = { file: string; anchor: string } & ({ before: string } | { after: string })

/** Where the server and the shells learn of a module. What they find by its file's name is not here. */
export const registrationsOf = ({ many, Many }: Names): Registration[] => [
  {
    file: 'src/modules/dependencies.ts',
    anchor: '} as const satisfies Record<string, readonly string[]>\n',
    before: `  ${many}: ['identity', 'inbox'],\n`,
  },
  {
    file: 'src/server/modules.ts',
    anchor: "import type { MarketWorld } from './market-world.ts'\n",
    before: `import { create${Many} } from '#modules/${many}/server/module.ts'\n`,
  },
  {
    file: 'src/server/modules.ts',
    anchor: '  return {\n    all: [\n',
    before: `  const ${many} = create${Many}(context)\n`,
  },
  { file: 'src/server/modules.ts', anchor: '      home,\n', after: `      ${many},\n` },
  {
    file: 'src/client/paths.ts',
    anchor: '} as const satisfies Record<string, Page>\n',
    before: `  ${many}: own('/subPackages/${many}/${many}'),\n`,
  },
  {
    file: 'src/registry/message-kinds.ts',
    anchor: "import { unionOf } from './union.ts'\n",
    before: `import { MESSAGE_KINDS as ${many} } from '#modules/${many}/model/message-kinds.ts'\n`,
  },
  { file: 'src/registry/message-kinds.ts', anchor: '} as const\nconst DECLARED', before: `  ${many},\n` },
  { file: 'src/i18n/parts.ts', anchor: 'const REJECTIONS_WORDED_BY_SERVER = [\n', after: `  '${many}',\n` },
  // The page's title for guests, and while its own texts are on their way.
  ...LANGS.map((lang) => ({
    file: `src/mobile/locales/${lang}.json`,
    anchor: '  "page.home": ',
    before: `  "page.${many}": "${Many}",\n`,
  })),
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
