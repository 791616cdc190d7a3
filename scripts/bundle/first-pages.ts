import { basename, join } from 'node:path'

const SRC = join(import.meta.dirname, '../../src')
/**
 * The files that a visit begins with, the usual first, by the chunk that takes what they share with others:
 * home pays for nothing but its own.
 */
const STARTS = {
  shared: ['mobile/main.tsx', 'modules/home/mobile/HomePage.tsx'],
  stock: ['modules/home/mobile/StockPage.tsx'],
  user: ['modules/home/mobile/UserPage.tsx'],
  trade: ['modules/orders/mobile/TradePage.tsx'],
  market: ['modules/market/mobile/MarketPage.tsx'],
}

/** One module that names all icons: what a page takes of it is read from the page. */
const ALL_ICONS = /@tabler\/icons-react\/dist\/esm\/tabler-icons-react\.\w+$/
/** Contracts name it for their types: their schemas do not reach the phone. */
const SCHEMAS = '/node_modules/zod/'
const ICON_FILE = /\/esm\/icons\/Icon\w+\.\w+$/
const ICON_NAME = /\bIcon[A-Z]\w*/g

/** A bundler's knowledge of modules, as far as it is needed here. */
type Modules = { getModuleInfo(id: string): { importedIds: readonly string[]; code: string | null } | null }

/**
 * The chunk that a module goes into that several pages share: that of the first of the starts that needs it.
 * Left alone, the bundler makes a chunk for every set of pages that share something: thirty files of a
 * kilobyte for home, and the six lines of a browser take five turns of the network to bring them.
 */
export function chunkOfFirstPages(): (id: string, modules: Modules) => string | null {
  let chunks: Map<string, string> | null = null
  return (id, modules) => {
    chunks ??= chunksOf(modules)
    return chunks.get(ICON_FILE.test(id) ? basename(id).split('.', 1)[0]! : id) ?? null
  }
}

/** This chunk for what home needs, and none for all else. */
export function chunkOfHome(chunk: string): ReturnType<typeof chunkOfFirstPages> {
  const chunkOf = chunkOfFirstPages()
  return (id, modules) => (chunkOf(id, modules) === 'shared' ? chunk : null)
}

/** The chunk of each module, by the first of the starts that needs it. */
const chunksOf = (modules: Modules): Map<string, string> =>
  new Map(
    Object.entries(STARTS)
      .toReversed()
      .flatMap(([chunk, files]) => [...neededBy(files, modules)].map((id) => [id, chunk] as const)),
  )

/** The modules that these files need; what other pages ask of a module is not theirs. */
function neededBy(files: readonly string[], modules: Modules): Set<string> {
  const asked = new Set<string>()
  // Each round may ask for more, until one does not.
  for (let known = -1; ;) {
    const found = new Set(files.flatMap((file) => [...needed(join(SRC, file), modules, asked)]))
    if (asked.size === known) return found
    known = asked.size
  }
}

/** A module hands on more to others than the first pages ask for. */
const IS_PUBLIC = /\/mobile\/public\.ts$/
const ASKED = /import\s*\{([^}]*)\}\s*from\s*['"][^'"]*\/mobile\/public\.ts['"]/g
const HANDED_ON = /export\s*\{([^}]*)\}\s*from\s*['"]\.(\/[^'"]+)['"]/g
const namesIn = (list: string): string[] => list.split(',').map((name) => name.trim().split(' as ')[0]!)

/**
 * A module, all that it loads at once, and the icons they name. `asked`: names that they ask of other
 * modules, to which its own are added: what is not asked for is left where it is.
 */
function needed(id: string, modules: Modules, asked: Set<string>): Set<string> {
  const all = new Set([id])
  for (const each of all) {
    const info = modules.getModuleInfo(each)
    const code = info?.code ?? ''
    const handedOn = IS_PUBLIC.test(each) ? [...code.matchAll(HANDED_ON)] : []
    const isAsked = (file: string) =>
      handedOn
        .filter(([, , from]) => file.endsWith(from!))
        .every(([, names]) => namesIn(names!).some((name) => asked.has(name)))
    for (const imported of info?.importedIds ?? [])
      if (!ALL_ICONS.test(imported) && !imported.includes(SCHEMAS) && isAsked(imported)) all.add(imported)
    if (!each.startsWith(SRC)) continue
    for (const [icon] of code.matchAll(ICON_NAME)) all.add(icon)
    for (const [, names] of code.matchAll(ASKED)) for (const name of namesIn(names!)) asked.add(name)
  }
  return all
}
