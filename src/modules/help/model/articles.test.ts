import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { LANGS, type Lang } from '#i18n/lang.ts'
import { blocksOf, fill } from '#modules/legal/model/text.ts'
import { FEE } from '#modules/margin/model/rates.ts'
import { FIRST_LIMITS } from '#modules/schedules/model/limits.ts'
import { pages } from '#registry/pages.ts'
import { articlesIn, type ArticleText } from './article-text.ts'
import { ARTICLE_IDS, ARTICLES, GROUPS, isArticle, type ArticleId } from './articles.ts'
import { helpFigures } from './figures.ts'
import { searchArticles } from './search.ts'
import { TERMS } from './terms.ts'

const FOLDER = join(import.meta.dirname, '../articles')
const source = (lang: Lang, group: string) => readFileSync(join(FOLDER, lang, `${group}.txt`), 'utf8')
const inGroup = Object.fromEntries(
  LANGS.map((lang) => [lang, GROUPS.map((group) => articlesIn(source(lang, group)))]),
) as Record<Lang, ArticleText[][]>
const all = Object.fromEntries(LANGS.map((lang) => [lang, inGroup[lang].flat()])) as Record<
  Lang,
  ArticleText[]
>
const IDS = GROUPS.flatMap((group): readonly ArticleId[] => ARTICLE_IDS[group])
const FIGURES = helpFigures('2026-11-27', FEE, FIRST_LIMITS)
const OTHERS = LANGS.filter((lang) => lang !== 'ja')

const wordsOf = ({ title, answer, body }: ArticleText): string => `${title}\n${answer}\n${body}`
const placesOf = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
const shapeOf = ({ body }: ArticleText): string[] =>
  body.split('\n').map((line) => (line.slice(0, 2) === '- ' ? '-' : 'p'))
/** Length of an article: words in Latin letters, characters of the others. */
const isLatin = (lang: Lang) => lang === 'en' || lang === 'fr' || lang === 'es'
const lengthOf = (lang: Lang, text: string): number =>
  isLatin(lang) ? text.split(/\s+/).length : text.replace(/\s/g, '').length
const BOUNDS: Record<Lang, readonly [least: number, most: number]> = {
  ja: [180, 480],
  en: [75, 165],
  fr: [75, 200],
  es: [75, 200],
  'zh-Hans': [110, 380],
  'zh-Hant': [110, 380],
}

describe('the articles of the help centre', () => {
  it('there are sixty-three, each in every language, in the order of their table', () => {
    expect(IDS.length).toBe(63)
    expect(new Set(IDS).size).toBe(IDS.length)
    for (const lang of LANGS) {
      expect(readdirSync(join(FOLDER, lang)).toSorted(), lang).toEqual(
        GROUPS.map((group) => `${group}.txt`).toSorted(),
      )
      expect(
        inGroup[lang].map((articles) => articles.map(({ id }) => id)),
        lang,
      ).toEqual(GROUPS.map((group) => ARTICLE_IDS[group]))
    }
  })

  it.each(LANGS)('are whole and neither too short nor too long (%s)', (lang) => {
    const [least, most] = BOUNDS[lang]
    for (const article of all[lang]) {
      const length = lengthOf(lang, wordsOf(article))
      expect(length, `${article.id} has ${length}`).toBeGreaterThanOrEqual(least)
      expect(length, `${article.id} has ${length}`).toBeLessThanOrEqual(most)
      expect(article.title.length, article.id).toBeLessThanOrEqual(isLatin(lang) ? 64 : 28)
      expect(placesOf(article.title), article.id).toEqual([])
      expect(article.terms.length, article.id).toBeGreaterThanOrEqual(3)
      expect(blocksOf(`\n${article.body}`).length, article.id).toBeGreaterThanOrEqual(2)
    }
  })

  it.each(LANGS)('name no address outside (%s)', (lang) => {
    for (const article of all[lang])
      expect(wordsOf(article), article.id).not.toMatch(/https?:|www\.|\b[\w-]+\.(com|jp|org|net)\b|@/)
  })

  it.each(OTHERS)('say the same in each language: figures, points and paragraphs (%s)', (lang) => {
    for (const [at, article] of all[lang].entries()) {
      const ja = all.ja[at]!
      expect(placesOf(wordsOf(article)).toSorted(), article.id).toEqual(placesOf(wordsOf(ja)).toSorted())
      expect(shapeOf(article), article.id).toEqual(shapeOf(ja))
    }
  })

  it.each(LANGS)('quote figures that the rules have (%s)', (lang) => {
    for (const article of all[lang]) {
      const text = fill(wordsOf(article), FIGURES, lang)
      expect(text, article.id).not.toMatch(/[{}]|NaN|undefined/)
    }
  })

  it('every figure that is handed in is one that some article quotes, or a document of the firm', () => {
    const quoted = new Set(all.ja.flatMap((article) => placesOf(wordsOf(article))))
    const own = readFileSync(join(import.meta.dirname, 'figures.ts'), 'utf8')
      .split('),\n  openOrders')[1]!
      .match(/^ {2}(\w+):/gm)!
      .map((line) => line.trim().slice(0, -1))
    expect(own.length).toBeGreaterThan(40)
    expect(own.filter((name) => !quoted.has(name))).toEqual([])
  })

  it('lead to pages of the app and to one another', () => {
    for (const id of IDS) {
      const { screens, related } = ARTICLES[id]
      expect(screens.length, id).toBeGreaterThan(0)
      for (const name of screens) expect(Object.hasOwn(pages, name), `${id}: ${name}`).toBe(true)
      expect(related.length, id).toBeGreaterThanOrEqual(3)
      expect(related, id).not.toContain(id)
      expect(new Set(related).size, id).toBe(related.length)
    }
    expect(Object.values(TERMS).filter((id) => !isArticle(id))).toEqual([])
    // Each can be reached from another one.
    const led = new Set(IDS.flatMap((id) => ARTICLES[id].related))
    expect(IDS.filter((id) => !led.has(id))).toEqual([])
  })

  it.each(LANGS)('are light enough to come as a page does: 40 KB after gzip (%s)', (lang) => {
    const bytes = GROUPS.reduce((sum, group) => sum + gzipSync(source(lang, group)).length, 0)
    expect(bytes).toBeLessThan(40_000)
  })
})

describe('looking for an article', () => {
  it.each<[Lang, string, ArticleId]>([
    ['ja', 'てすうりょう', 'commission'],
    ['ja', 'ｼｭｯｷﾝ', 'withdrawals'],
    ['ja', '出金の時間は？', 'withdrawals'],
    ['ja', 'おいしょう', 'margin-call'],
    ['ja', 'ほんにんかくにん', 'identity'],
    ['ja', 'OCO', 'exits'],
    ['ja', 'ふなり', 'limit-then-market'],
    ['en', 'how do I withdraw money', 'withdrawals'],
    ['en', 'market order', 'market-order'],
    ['en', 'lost my phone', 'recovery'],
    ['fr', 'prets', 'loans'],
    ['fr', 'frais', 'commission'],
    ['es', 'comision', 'commission'],
    ['zh-Hans', '佣金', 'commission'],
    ['zh-Hant', '手續費', 'commission'],
    ['zh-Hant', '出金', 'withdrawals'],
  ])('%s: “%s” finds %s among the first three', (lang, query, id) => {
    const found = searchArticles(all[lang], query).map((article) => article.id)
    expect(found.slice(0, 3)).toContain(id)
  })
})

describe('terms', () => {
  it('each stands on some page, and each link to an article leads to one', () => {
    const root = join(import.meta.dirname, '../../..')
    const screens = globSync(['modules/*/mobile/**/*.tsx', 'ui/*.tsx'], { cwd: root })
      .filter((file) => !file.startsWith('modules/help/'))
      .map((file) => readFileSync(join(root, file), 'utf8'))
    const isShown = (name: string) =>
      screens.some((text) => new RegExp(`['"]${name}['"]`).test(text) && /\b(term|Term)\b/.test(text))
    expect(Object.keys(TERMS).filter((name) => !isShown(name))).toEqual([])
    const linked = screens.flatMap((text) => [...text.matchAll(/article="([^"]+)"/g)].map(([, id]) => id!))
    expect(linked.length).toBeGreaterThanOrEqual(5)
    expect(linked.filter((id) => !isArticle(id))).toEqual([])
  })
})
