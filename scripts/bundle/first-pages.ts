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
    chunks ??= new Map(
      Object.entries(STARTS)
        .toReversed()
        .flatMap(([chunk, files]) =>
          files.flatMap((file) =>
            [...needed(join(SRC, file), modules)].map((name) => [name, chunk] as const),
          ),
        ),
    )
    return chunks.get(ICON_FILE.test(id) ? basename(id).split('.', 1)[0]! : id) ?? null
  }
}

/** A module, all that it loads at once, and the icons they name. */
function needed(id: string, modules: Modules): Set<string> {
  const all = new Set([id])
  for (const each of all) {
    const info = modules.getModuleInfo(each)
    for (const imported of info?.importedIds ?? [])
      if (!ALL_ICONS.test(imported) && !imported.includes(SCHEMAS)) all.add(imported)
    if (each.startsWith(SRC)) for (const [icon] of info?.code?.matchAll(ICON_NAME) ?? []) all.add(icon)
  }
  return all
}
