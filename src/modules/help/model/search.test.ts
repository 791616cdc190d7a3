import { describe, expect, it } from 'vitest'
import { searchArticles } from './search.ts'

const article = (id: string, title: string, terms: string[], answer: string, body: string) => ({
  id,
  title,
  terms,
  answer,
  body,
})
const ARTICLES = [
  article('body', '口座の状態', [], '状態を示します。', '出金の前に確認します。'),
  article('term', '銀行への払出し', ['しゅっきん', '引き出し', '出金'], '平日に受け付けます。', '本文'),
  article('title', '出金の受付時間', ['じかん'], '平日に受け付けます。', '本文'),
  article('fr', 'Délais de retrait', ['virement sortant'], 'Sous 24 heures.', 'Œuvre complète.'),
  article('en', 'Take-profit and stop-loss', ['OCO', 'IFDOCO'], 'Two exits.', 'One cancels the other.'),
]

describe('searching the help', () => {
  it.each([
    ['出金', ['title', 'term', 'body'], 'title before term before body'],
    ['シュッキン', ['term'], 'katakana is hiragana'],
    ['ｼｭｯｷﾝ', ['term'], 'half width is full width'],
    ['しゅっき', ['term'], 'a part of a word is enough'],
    ['ＯＣＯ', ['en'], 'full-width letters and capitals'],
    ['delais', ['fr'], 'accents may be left out'],
    ['retraits', ['fr'], 'a plural finds its singular'],
    ['stop loss', ['en'], 'hyphens and spaces are alike'],
    ['出金 時間', ['title', 'term'], 'all words, then some of them'],
    ['出金の時間は？', ['title', 'term'], 'a question is taken apart at its particles, the nearest first'],
    ['引き出す', ['term'], 'a verb by its characters'],
    ['shukkin', ['term'], 'typed in Latin letters'],
    ['syukkin', ['term'], 'in the other system'],
    ['how does oco work', ['en'], 'words that stand nowhere are left out'],
    ['zzzz', [], 'nothing'],
    ['　', [], 'blank'],
  ])('%s finds %j: %s', (query, ids) => {
    expect(searchArticles(ARTICLES, query).map(({ id }) => id)).toEqual(ids)
  })
})
