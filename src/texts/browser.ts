import ja from 'virtual:texts/ja'
import en from 'virtual:texts/en'
import zhHans from 'virtual:texts/zh-Hans'
import zhHant from 'virtual:texts/zh-Hant'
import es from 'virtual:texts/es'
import fr from 'virtual:texts/fr'
import type { Lang } from './lang.ts'
import type { Catalogue } from './message.ts'

const urls: Record<Lang, string> = { ja, en, 'zh-Hans': zhHans, 'zh-Hant': zhHant, es, fr }

/** One language's texts, already compiled, as a JSON file: data loads faster than a module that says the same. Rejects where it cannot be had. */
export async function loadCatalogue(lang: Lang): Promise<Catalogue> {
  const response = await fetch(urls[lang])
  if (!response.ok) throw new Error(`the texts of ${lang} are not there: ${response.status}`)
  return (await response.json()) as Catalogue
}
