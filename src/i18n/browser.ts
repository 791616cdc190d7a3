import * as ja from 'virtual:texts/ja'
import * as en from 'virtual:texts/en'
import * as zhHans from 'virtual:texts/zh-Hans'
import * as zhHant from 'virtual:texts/zh-Hant'
import * as es from 'virtual:texts/es'
import * as fr from 'virtual:texts/fr'
import type { Lang } from './lang.ts'
import type { Catalogue } from './message.ts'
import type { TextPart } from './parts.ts'

const urls: Record<Lang, Record<TextPart, string>> = { ja, en, 'zh-Hans': zhHans, 'zh-Hant': zhHant, es, fr }

/**
 * A part of one language's texts, already compiled, as a JSON file: data loads faster than a module that says
 * the same. Rejects where it cannot be had.
 */
export async function loadCatalogue(lang: Lang, part: TextPart): Promise<Catalogue> {
  const response = await fetch(urls[lang][part])
  if (!response.ok) throw new Error(`no texts of ${lang}: ${response.status}`)
  return (await response.json()) as Catalogue
}
