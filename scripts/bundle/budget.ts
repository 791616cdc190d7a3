import { gzipSync } from 'node:zlib'

/** The record that Vite writes of each chunk, as far as sizes need it. */
export type Manifest = Record<
  string,
  { file: string; isEntry?: boolean; isDynamicEntry?: boolean; imports?: string[]; dynamicImports?: string[] }
>
/** The load of one step of the journey, in bytes after gzip. */
export type Load = { name: string; bytes: number; limit: number }

const KB = 1000
const FIRST_LOAD = 130 * KB
const PAGE = 40 * KB
/**
 * The chart library alone (60 KB) is larger than a page may be; only pages with a chart load it, after the
 * rest. What draws studies and own lines beside it is a page's worth.
 */
const CHART = 60 * KB + PAGE
/** One language: what home says. It is data, not JavaScript, but home waits for it too. */
const FIRST_TEXTS = 16 * KB
/** Texts of the pages that a visit goes to from home. */
const TRADING_TEXTS = 20 * KB
/**
 * All else in one language: seven products and the proofs speak in it. It comes after the page that is shown,
 * unless that page waits for it.
 */
const REST_TEXTS = 48 * KB

/** Files that a first visit loads until home shows: the entry, the startup page, its own page. */
const OF_HOME = /^index\.html$|^StartupPage\.tsx$|\/modules\/home\/mobile\/HomePage\.tsx$/
const IS_CHART = /\/market\/mobile\/Chart\.tsx$/

/**
 * The first load of home, what each lazy chunk adds to it (what one page alone opens, a sheet or the chart:
 * to that page), and the texts.
 */
export function measure(manifest: Manifest, read: (file: string) => Uint8Array): Load[] {
  const fileOf = (key: string) => manifest[key]?.file ?? ''
  const sizeOf = (key: string) => gzipSync(read(fileOf(key))).length
  const sum = (keys: Iterable<string>) =>
    [...keys].filter((key) => fileOf(key).endsWith('.js')).reduce((total, key) => total + sizeOf(key), 0)

  const keys = Object.keys(manifest)
  const home = withImports(
    manifest,
    keys.filter((key) => OF_HOME.test(key)),
  )
  /** All that is there when this chunk is asked for. */
  const before = (asked: string): Set<string> => {
    const openers = keys.filter((key) => manifest[key]?.dynamicImports?.includes(asked))
    return openers.length === 1 ? home.union(withImports(manifest, openers)) : home
  }
  const pages = keys.filter((key) => manifest[key]?.isDynamicEntry && !home.has(key))
  const texts = keys.filter((key) => fileOf(key).endsWith('.json'))
  return [
    { name: 'first load of home', bytes: sum(home), limit: FIRST_LOAD },
    ...pages.map((page) => ({
      name: page.replace(/^(\.\.\/)+/, ''),
      bytes: sum(withImports(manifest, [page]).difference(before(page))),
      limit: IS_CHART.test(page) ? CHART : PAGE,
    })),
    ...texts.map((key) => ({ name: fileOf(key), bytes: sizeOf(key), limit: limitOfTexts(fileOf(key)) })),
  ]
}

const limitOfTexts = (file: string): number =>
  file.includes('-first-') ? FIRST_TEXTS : file.includes('-trading-') ? TRADING_TEXTS : REST_TEXTS

export const overBudget = (loads: Load[]): Load[] => loads.filter(({ bytes, limit }) => bytes > limit)

/** These chunks and all that they load at once. */
function withImports(manifest: Manifest, keys: string[]): Set<string> {
  const all = new Set(keys)
  for (const key of all) for (const needed of manifest[key]?.imports ?? []) all.add(needed)
  return all
}
