import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { LANGS, type Lang } from '#i18n/lang.ts'
import { articlesIn, type ArticleText } from './article-text.ts'
import { GROUPS } from './articles.ts'
import { QUERIES } from './queries.fixture.ts'
import { searchArticles } from './search.ts'

const textsOf = (lang: Lang): ArticleText[] =>
  GROUPS.flatMap((group) =>
    articlesIn(readFileSync(join(import.meta.dirname, `../articles/${lang}/${group}.txt`), 'utf8')),
  )
const articles = Object.fromEntries(LANGS.map((lang) => [lang, textsOf(lang)])) as Record<Lang, ArticleText[]>

it.each(QUERIES)('%s: “%s” finds %s among the first three', (lang, query, id) => {
  const ids = searchArticles(articles[lang], query).map((article) => article.id)
  expect(ids.slice(0, 3)).toContain(id)
})

it.each(LANGS)('what no article is about finds nothing (%s)', (lang) => {
  for (const query of ['zzzz', 'qqxx 9', '🙂', '　'])
    expect(searchArticles(articles[lang], query), query).toEqual([])
})
