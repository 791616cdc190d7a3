import { fold, loose } from '#modules/instruments/model/search-fold.ts'
import type { ArticleText } from './article-text.ts'

/** Ranks, best first: how a title begins, the rest of it, a term, the answer, the body. */
const RANKS = { titleStart: 0, title: 1, term: 2, answer: 3, body: 4 } as const

type Folded = Readonly<Record<'title' | 'terms' | 'answer' | 'body', string>>
const folded = new WeakMap<ArticleText, Folded>()

/**
 * Two spellings are one: width, case, kana, accents (as in the search for issues), marks and spaces. Places
 * of figures are no words.
 */
const plain = (text: string): string => loose(fold(text.replace(/\{\w+\}/g, '')))

function foldedOf(article: ArticleText): Folded {
  const known = folded.get(article)
  if (known !== undefined) return known
  const made = {
    title: plain(article.title),
    terms: article.terms.map(plain).join('|'),
    answer: plain(article.answer),
    body: plain(article.body),
  }
  folded.set(article, made)
  return made
}

function rankOf({ title, terms, answer, body }: Folded, word: string): number | null {
  if (title.startsWith(word)) return RANKS.titleStart
  if (title.includes(word)) return RANKS.title
  if (terms.includes(word)) return RANKS.term
  if (answer.includes(word)) return RANKS.answer
  return body.includes(word) ? RANKS.body : null
}

/** Particles and marks between the words of a Japanese or Chinese question. */
const BETWEEN = /[\s、。，．？?！!「」]+/
const PARTICLES = /[\s、。，．？?！!のをがはにでとへも的]+/
/** The end of a plural, which the text may not have. A single Latin letter is no word either. */
const PLURAL = /(?<=[a-z]{3})s$/

const wordsOf = (query: string, between: RegExp): string[] =>
  query
    .split(between)
    .map((word) => plain(word).replace(PLURAL, ''))
    .filter((word) => !/^[a-z]?$/.test(word))

/**
 * Articles in which all words of a question stand, best first; equal ones keep their order. A word that no
 * article has is left out where others are found, and a question that stands nowhere as a whole is taken
 * apart at its particles.
 */
export function searchArticles<A extends ArticleText>(articles: readonly A[], query: string): A[] {
  const whole = found(articles, wordsOf(fold(query), BETWEEN))
  return whole.length > 0 ? whole : found(articles, wordsOf(fold(query), PARTICLES))
}

function found<A extends ArticleText>(articles: readonly A[], all: readonly string[]): A[] {
  const texts = articles.map(foldedOf)
  const words = all.filter((word) => texts.some((text) => rankOf(text, word) !== null))
  if (words.length === 0) return []
  return articles
    .flatMap((article, at) => {
      const ranks = words.map((word) => rankOf(texts[at]!, word))
      if (ranks.includes(null)) return []
      // The weakest word decides; of equal ones the sum.
      const known = ranks as number[]
      return [{ article, weakest: Math.max(...known), sum: known.reduce((sum, rank) => sum + rank, 0) }]
    })
    .toSorted((a, b) => a.weakest - b.weakest || a.sum - b.sum)
    .map(({ article }) => article)
}
