import { use } from 'react'
import { useLang } from '#client/texts.ts'
import type { Lang } from '#i18n/lang.ts'
import { ARTICLE_IDS, GROUPS, type ArticleId } from '../model/articles.ts'
import { articlesIn, type ArticleText } from '../model/article-text.ts'

export type HelpArticle = ArticleText & { readonly id: ArticleId }

/** Files of the articles, a group and language each: only those of the reader's language are loaded. */
const files = import.meta.glob<string>('../articles/*/*.txt', { query: '?raw', import: 'default' })

const loaded = new Map<Lang, Promise<readonly HelpArticle[]>>()

async function load(lang: Lang): Promise<readonly HelpArticle[]> {
  const texts = await Promise.all(GROUPS.map((group) => files[`../articles/${lang}/${group}.txt`]!()))
  const byId = new Map(texts.flatMap(articlesIn).map((article) => [article.id, article]))
  // A test holds that each is there.
  return GROUPS.flatMap((group) => ARTICLE_IDS[group].map((id) => ({ ...byId.get(id)!, id })))
}

/** All articles of a language, asked for once. A failure is forgotten, so that it is asked again. */
function articlesOf(lang: Lang): Promise<readonly HelpArticle[]> {
  const known = loaded.get(lang)
  if (known !== undefined) return known
  const coming = load(lang)
  loaded.set(lang, coming)
  coming.catch(() => loaded.delete(lang))
  return coming
}

/** All articles in the reader's language; the page waits for them as it waits for its code. */
export const useArticles = (): readonly HelpArticle[] => use(articlesOf(useLang()))
