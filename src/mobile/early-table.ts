import { langOf } from '#texts/lang.ts'

/** What the build knows of the pages that people come to first: addresses of their code, beside the entry's own, and of each language's texts. */
export type EarlyTable = {
  /** By the path of the page, as it stands in the address. */
  readonly pages: Readonly<Record<string, readonly string[]>>
  readonly texts: Readonly<Record<string, { readonly first: string; readonly rest: string }>>
  /** Paths of pages that say nothing but what is in the first part of the texts: the rest would only be in the way of their code. */
  readonly fewWords: readonly string[]
}

/** What the page at this address (`location.hash`) will ask for first in this locale, as it is stored. */
export function wantedFirst({ pages, texts, fewWords }: EarlyTable, hash: string, locale: string): { modules: readonly string[]; data: readonly string[] } {
  const path = hash.replace(/^#/, '').split('?', 1)[0] || '/'
  const { first, rest } = texts[langOf(locale || 'jp')]!
  return { modules: pages[path] ?? [], data: fewWords.includes(path) ? [first] : [first, rest] }
}
