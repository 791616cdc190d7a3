import { readCatalogue } from './catalogues.ts'
import type { Lang } from './lang.ts'
import type { Args, Catalogue } from './message.ts'
import { lookUp } from './translate.ts'

export type Texts = (lang: Lang, key: string, args?: Args) => string

/**
 * Reads and compiles a language's catalogues once, when it is first spoken: `texts('ja',
 * 'orders.rejection.LOT_SIZE', { lotSize: 100 })`.
 */
export function loadTexts(): Texts {
  const catalogues: Partial<Record<Lang, Catalogue>> = {}
  return (lang, key, args) => lookUp((catalogues[lang] ??= readCatalogue(lang)), lang, key, args)
}
