import { fold, loose } from '#modules/instruments/model/search-fold.ts'
import type { ArticleText } from './article-text.ts'
import { latinOf, romaji } from './romaji.ts'

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
 * Articles for a question, best first; equal ones keep their order. In front those in whose title or search
 * words all of it stands, also typed in Latin letters; then those whose search words are nearest to it; then
 * those that have its words anywhere. A word that no article has is left out where others are found, and a
 * question that stands nowhere as a whole is taken apart at its particles.
 */
export function searchArticles<A extends ArticleText>(articles: readonly A[], query: string): A[] {
  const folded = fold(query)
  const whole = found(articles, wordsOf(folded, BETWEEN))
  const named = whole.filter(({ weakest }) => weakest <= RANKS.term).map(({ article }) => article)
  const ranked = [
    named,
    readAs(articles, query),
    nearest(articles, query),
    whole.map(({ article }) => article),
  ]
  const all = [...new Set(ranked.flat())]
  return all.length > 0 ? all : found(articles, wordsOf(query, PARTICLES)).map(({ article }) => article)
}

type Found<A> = { article: A; weakest: number; sum: number }

function found<A extends ArticleText>(articles: readonly A[], all: readonly string[]): Found<A>[] {
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
}

/** A question in Latin letters shorter than this is a word of its own, or too little. */
const SHORTEST_ROMAJI = 4

/** Articles with a search word in kana that is read as a question in Latin letters. */
function readAs<A extends ArticleText>(articles: readonly A[], query: string): A[] {
  const typed = /^[a-z' -]+$/i.test(query.normalize('NFKC')) ? romaji(query) : ''
  if (typed.length < SHORTEST_ROMAJI) return []
  return articles.filter((article) => keysOf(article).latin.some((word) => word.startsWith(typed)))
}

/**
 * Search words and words of the title: in both forms (`formsOf`); as a text of whole words; as they are typed
 * in Latin letters.
 */
type Keys = { readonly forms: readonly string[]; readonly text: string; readonly latin: readonly string[] }
const keys = new WeakMap<ArticleText, Keys>()

const isLatin = (word: string): boolean => /^[a-z][a-z'-]*$/.test(word)
const isKana = (word: string): boolean => /^[\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u.test(word)
/** A word as it is, and without its inflection: 引き出し, 引き出す and 引出し have 引出 in common. */
const formsOf = (word: string): string[] => {
  const characters = /\p{Script=Han}/u.test(word) ? word.replace(/\p{Script=Hiragana}+/gu, '') : ''
  return characters === '' ? [plain(word)] : [plain(word), plain(characters)]
}

function keysOf(article: ArticleText): Keys {
  const known = keys.get(article)
  if (known !== undefined) return known
  const words = [...article.terms, ...article.title.split(/[\s、。・（）()]+/)].filter((word) => word !== '')
  const made = {
    forms: [...new Set(words.flatMap(formsOf))],
    text: ` ${words.map((word) => fold(word).replace(/[’'-]/g, ' ')).join(' ')}`,
    latin: article.terms.filter(isKana).map(latinOf),
  }
  keys.set(article, made)
  return made
}

/** Of the best, how near others have to be. */
const NEAR_ENOUGH = 0.4

/**
 * Articles by what of their search words a question has in it, and what of its words they have: the longer,
 * and the fewer others have it, the more it counts.
 */
function nearest<A extends ArticleText>(articles: readonly A[], query: string): A[] {
  const typed = query.normalize('NFKC')
  const question = formsOf(typed)
  const pieces = typed
    .split(/[\s’']+/)
    .flatMap((word) =>
      isLatin(fold(word)) ? [fold(word).replace(PLURAL, '')] : word.split(PARTICLES).flatMap(formsOf),
    )
    .filter((word) => (isLatin(word) ? word.length > 2 : word.length > 1 || /\p{Script=Han}/u.test(word)))
  const hits = articles.map((article) => {
    const { forms, text } = keysOf(article)
    const inQuestion = forms.filter(
      (form) => form.length > 1 && !isLatin(form) && question.some((each) => each.includes(form)),
    )
    const inKeys = pieces.filter((piece) =>
      isLatin(piece) ? text.includes(` ${piece}`) : forms.some((form) => form.includes(piece)),
    )
    return new Set([...inQuestion, ...inKeys])
  })
  const weigh = (word: string): number =>
    word.length * Math.log(1 + articles.length / hits.filter((hit) => hit.has(word)).length)
  const scores = hits.map((hit) => [...hit].reduce((sum, word) => sum + weigh(word), 0))
  const best = Math.max(...scores)
  return articles
    .map((article, at) => ({ article, score: scores[at]! }))
    .filter(({ score }) => score > 0 && score >= best * NEAR_ENOUGH)
    .toSorted((a, b) => b.score - a.score)
    .map(({ article }) => article)
}
