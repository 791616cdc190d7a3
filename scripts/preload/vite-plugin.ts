import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { build, type Plugin } from 'vite'
import { pages, type PageName } from '#registry/pages.ts'
import type { PreloadTable } from '#mobile/preload-table.ts'
import { FIRST_READS } from '#mobile/first-reads.ts'
import { wordsOf } from '#mobile/page-texts.ts'
import { LANGS } from '#i18n/lang.ts'
import { TEXT_PARTS, type TextPart } from '#i18n/parts.ts'

const SRC = join(import.meta.dirname, '../../src')
const NAME = 'early.js'
/** The pages that a visit begins with. The startup page goes on to home. */
const FIRST: readonly PageName[] = ['home', 'market', 'trade', 'news', 'user', 'stock']

/**
 * `/early.js`: the code of the page at the address, the texts, and what the page reads first, are asked for
 * beside the entry, not after it. An inline script could do it too; none is allowed.
 */
export function early(): Plugin {
  return {
    name: 'akari:early',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'script',
        attrs: { src: `/${NAME}`, async: true, fetchpriority: 'high' },
        injectTo: 'head-prepend',
      },
    ],
    async generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
      const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
      /** A chunk and all that it loads at once. */
      const withImports = (fileName: string, all = new Set<string>()): Set<string> => {
        if (all.has(fileName)) return all
        all.add(fileName)
        for (const each of byFile.get(fileName)?.imports ?? []) withImports(each, all)
        return all
      }
      const entry = new Set(
        chunks.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => [...withImports(fileName)]),
      )
      const modules = moduleOfPages()
      const filesOf = (module: string): string[] => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === module)
        return chunk === undefined
          ? []
          : [...withImports(chunk.fileName)].filter((file) => !entry.has(file)).map((file) => `/${file}`)
      }
      const files = Object.fromEntries(FIRST.map((name) => [pages[name].path, filesOf(modules.get(name)!)]))
      for (const [path, needed] of Object.entries(files))
        if (needed.length === 0) this.error(`${path}: no code of its own in this build`)
      const startup = filesOf(join(SRC, 'mobile/StartupPage.tsx'))
      const textOf = (lang: string, part: TextPart) =>
        `/${Object.keys(bundle).find((file) => basename(file).startsWith(`texts-${lang}-${part}-`))!}`
      const table: PreloadTable = {
        pages: { ...files, '/': [...new Set([...startup, ...files[pages.home.path]!])] },
        texts: Object.fromEntries(LANGS.map((lang) => [lang, TEXT_PARTS.map((part) => textOf(lang, part))])),
        words: Object.fromEntries(
          FIRST.flatMap((name) =>
            wordsOf(name) === 'rest' ? [] : [[pages[name].path, TEXT_PARTS.indexOf(wordsOf(name)) + 1]],
          ).concat([['/', 1]]),
        ),
        reads: Object.fromEntries(FIRST.map((name) => [pages[name].path, FIRST_READS[name] ?? []])),
      }
      this.emitFile({ type: 'asset', fileName: NAME, source: await scriptOf(table) })
    },
  }
}

/** The file that each page's screen is in, by the routes of the modules and the shell's own. */
function moduleOfPages(): Map<string, string> {
  const found = new Map<string, string>()
  for (const handler of globSync(['modules/*/mobile/screens.ts', 'mobile/screens.ts'], { cwd: SRC })) {
    for (const [, name, file] of readFileSync(join(SRC, handler), 'utf8').matchAll(
      /(\w+): \(\) => import\('\.\/(\w+\.tsx)'\)/g,
    )) {
      found.set(name!, join(SRC, dirname(handler), file!))
    }
  }
  return found
}

async function scriptOf(table: PreloadTable): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    define: { AKARI_EARLY: JSON.stringify(table) },
    resolve: {
      alias: Object.fromEntries(['client', 'kernel', 'wire'].map((floor) => [`#${floor}`, join(SRC, floor)])),
    },
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: {
        input: join(SRC, 'mobile/preload.ts'),
        output: { format: 'iife', entryFileNames: NAME },
      },
    },
  })
  const [first] = Array.isArray(output) ? output : [output]
  if (first === undefined || !('output' in first)) throw new Error(`${NAME} was not built`)
  return first.output[0].code
}
