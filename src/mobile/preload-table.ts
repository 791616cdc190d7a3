import { addressOf, fillPath, type Params } from '#client/address.ts'
import { DEFAULT_LANG } from '#kernel/specification.ts'
import { langOf } from '#i18n/lang.ts'

/** Stands in a query where the id of the member who is logged in belongs. */
export const OWN_ID = '{userId}'

/**
 * The first read of a page: its route's path and query, with places to be filled from the page's own address,
 * and `{userId}` from what the device keeps.
 */
export type PreloadRead = {
  readonly path: string
  readonly query?: Params
  /** Of the member's own: a guest's page does not ask. */
  readonly own: boolean
  /** Not where the device keeps a choice under this name: the page may then read something else. */
  readonly unlessStored?: string
}

/**
 * The build's knowledge of the pages that people come to first: addresses of their code, beside the entry's
 * own, of each language's texts, part by part, and what they read.
 */
export type PreloadTable = {
  /** By the path of the page, as it stands in the address. */
  readonly pages: Readonly<Record<string, readonly string[]>>
  readonly texts: Readonly<Record<string, readonly string[]>>
  /**
   * The number of a language's texts that these pages wait for: more would only be in the way of their code.
   * All others wait for all.
   */
  readonly words: Readonly<Record<string, number>>
  readonly reads: Readonly<Record<string, readonly PreloadRead[]>>
}

/**
 * The files and reads that the page at this address (`location.hash`) asks for first. `kept`: what the device
 * keeps under a name, '' for nothing.
 */
export function preloadsFor(
  { pages, texts, words, reads }: PreloadTable,
  hash: string,
  kept: (name: string) => string,
): { modules: readonly string[]; data: readonly string[]; asks: readonly string[] } {
  const [at = '', search = ''] = hash.replace(/^#/, '').split('?', 2)
  const path = at || '/'
  const locale = kept('locale') || DEFAULT_LANG
  const places = Object.fromEntries(new URLSearchParams(search))
  const isWhole = (read: PreloadRead) =>
    [...read.path.matchAll(/\{(\w+)\}/g)].every(([, place]) => places[place!])
  const queryOf = ({ query = {} }: PreloadRead): Params =>
    Object.fromEntries(
      Object.entries(query).map(([name, value]) => [name, value === OWN_ID ? kept('userId') : value]),
    )
  const isAsked = (read: PreloadRead) =>
    isWhole(read) &&
    (!read.own || kept('token') !== '') &&
    (read.unlessStored === undefined || kept(read.unlessStored) === '')
  const asks = (reads[path] ?? [])
    .filter(isAsked)
    .map((read) => addressOf({ path: fillPath(read.path, places), query: queryOf(read) }, locale))
  return { modules: pages[path] ?? [], data: texts[langOf(locale)]!.slice(0, words[path]), asks }
}
