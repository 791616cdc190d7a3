import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { compile } from './compile.ts'
import { FALLBACK_LANG, type Lang } from './lang.ts'
import type { Catalogue } from './message.ts'
import { partIn, type Parts, type TextPart } from './parts.ts'

/** `src`, next to which this file lives. */
export const SRC = join(import.meta.dirname, '..')

/** Folders that hold one JSON file per language; the module or floor is the key's first word. */
export const localeFolders = (src: string): string[] =>
  globSync(['*/locales', 'modules/*/locales'], { cwd: src })
    .sort()
    .map((folder) => join(src, folder))

export const prefixOf = (localeFolder: string): string => basename(dirname(localeFolder))

/**
 * The sources of one folder in one language: flat keys to ICU messages; undefined where there is no such
 * file.
 */
export function readSources(localeFolder: string, lang: Lang): Record<string, string> | undefined {
  const file = join(localeFolder, `${lang}.json`)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : undefined
}

/**
 * In French a sign of two parts, in French and Spanish % and ¥, has a narrow space before it at which no line
 * breaks: it would begin with the sign. `::` begins a format.
 */
export function spaced(source: string, lang: Lang): string {
  if (lang === 'fr') return source.replaceAll(/ (?=[;?!»%¥]|:(?!:))/g, '\u202f').replaceAll('« ', '«\u202f')
  return lang === 'es' ? source.replaceAll(/ (?=[%¥])/g, '\u202f') : source
}

/** All messages of one language, compiled, with English where it has none of its own. */
export function readCatalogue(lang: Lang, src: string = SRC): Catalogue {
  const catalogue: Record<string, Catalogue[string]> = {}
  for (const folder of localeFolders(src)) {
    const sources = { ...readSources(folder, FALLBACK_LANG), ...readSources(folder, lang) }
    for (const [key, source] of Object.entries(sources))
      catalogue[`${prefixOf(folder)}.${key}`] = compile(spaced(source, lang))
  }
  return catalogue
}

/** The parts that a folder's texts are split into (`parts.ts`). */
export function readParts(localeFolder: string): Parts {
  const file = join(localeFolder, 'parts.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Parts) : {}
}

/** The part that a message's key belongs to, by its first word, which is its folder. */
export function textParts(src: string = SRC): (key: string) => TextPart | 'console' {
  const partsOf = new Map(localeFolders(src).map((folder) => [prefixOf(folder), readParts(folder)]))
  return (key) => {
    const dot = key.indexOf('.')
    return partIn(partsOf.get(key.slice(0, dot)) ?? {}, key.slice(dot + 1))
  }
}
