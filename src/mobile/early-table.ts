import { langOf } from '#texts/lang.ts'

/** What the build knows of the pages that people come to first: addresses of their code, beside the entry's own, and of each language's texts, part by part. */
export type EarlyTable = {
  /** By the path of the page, as it stands in the address. */
  readonly pages: Readonly<Record<string, readonly string[]>>
  readonly texts: Readonly<Record<string, readonly string[]>>
  /** How many of a language's texts these pages wait for: more would only be in the way of their code. All others wait for all. */
  readonly words: Readonly<Record<string, number>>
}

/** What the page at this address (`location.hash`) will ask for first in this locale, as it is stored. */
export function wantedFirst({ pages, texts, words }: EarlyTable, hash: string, locale: string): { modules: readonly string[]; data: readonly string[] } {
  const path = hash.replace(/^#/, '').split('?', 1)[0] || '/'
  return { modules: pages[path] ?? [], data: texts[langOf(locale || 'jp')]!.slice(0, words[path]) }
}
