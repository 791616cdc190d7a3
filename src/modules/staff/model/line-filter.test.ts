import { describe, expect, it, test } from 'vitest'
import { LANGS } from '#i18n/lang.ts'
import { readSources, SRC } from '#i18n/catalogues.ts'
import { BAD_LINES } from './bad-lines.fixture.ts'
import { HONEST_LINES } from './honest-lines.fixture.ts'
import { MORE_BAD, MORE_HONEST } from './more-lines.fixture.ts'
import { lineProblem, plain, type LineProblem } from './line-filter.ts'

const bad = LANGS.flatMap((lang) => BAD_LINES[lang].map((line) => ({ lang, line })))
const honest = LANGS.flatMap((lang) => HONEST_LINES[lang].map((line) => ({ lang, line })))

describe('the corpus of T25', () => {
  it('200 bad lines in six languages: at least 95 % refused, and 90 % in each language', () => {
    expect([bad.length, new Set(bad.map(({ line }) => line)).size > 195]).toEqual([200, true])
    const missed = bad.filter(({ line }) => lineProblem(line) === null)
    expect(missed.length, JSON.stringify(missed)).toBeLessThanOrEqual(bad.length * 0.05)
    for (const lang of LANGS)
      expect([
        lang,
        missed.filter((each) => each.lang === lang).length <= BAD_LINES[lang].length * 0.1,
      ]).toEqual([lang, true])
  })
  it('200 honest lines pass, each of them', () => {
    expect(honest).toHaveLength(200)
    expect(honest.filter(({ line }) => lineProblem(line) !== null)).toEqual([])
  })
  it('so it is with lines written later, in other words', () => {
    expect([MORE_BAD.length, MORE_HONEST.length]).toEqual([108, 106])
    expect(MORE_BAD.filter((line) => lineProblem(line) === null).length).toBeLessThanOrEqual(5)
    expect(MORE_HONEST.filter((line) => lineProblem(line) !== null)).toEqual([])
  })
  it.each(LANGS)('so does every standard answer in %s', (lang) => {
    const sources = Object.entries(readSources(`${SRC}/modules/support/locales`, lang)!).filter(([key]) =>
      /^(canned\.|safety$)/.test(key),
    )
    expect(sources.length).toBeGreaterThan(8)
    expect(sources.filter(([, line]) => lineProblem(line) !== null)).toEqual([])
  })
})

const CASES: [line: string, problem: LineProblem | null][] = [
  ['口座番号は１２３４５６７です', 'ACCOUNT_NUMBER'],
  ['口座番号は一二三四五六七です', 'ACCOUNT_NUMBER'],
  ['口座番号は①②③④⑤⑥⑦です', 'ACCOUNT_NUMBER'],
  ['１２\u200b３４\u200b５６\u200b７', 'ACCOUNT_NUMBER'],
  ['account 12 34', 'ACCOUNT_NUMBER'],
  ['Order of 1,000,000 yen', null],
  ['2026-11-19 15:30', null],
  ['20261119', 'ACCOUNT_NUMBER'],
  ['TQ5pLkTr8hV2nBGu4eJmQxyZWdA7sKf9Rc', 'WALLET'],
  ['ＴＱ５ｐＬｋＴｒ８ｈＶ２ｎＢＧｕ４ｅＪｍＱｘｙＺＷｄＡ７ｓＫｆ９Ｒｃ', 'WALLET'],
  ['https://www.fsa.go.jp/news', null],
  ['https://www.fsa.go.jp.evil.top/', 'LINK'],
  ['#/subPackages/recharge/recharge を開いてください', null],
  ['hxxp://1.2.3.4/a', 'LINK'],
  ['明細.pdf をご覧ください', null],
  ['連絡はテレグラムで', 'CONTACT'],
  ['認証コードを教えてください', 'SECRET'],
  ['手数料は無料です。ただし保証金を振り込んでください。', 'PAYMENT'],
  ['We never ask for money, but send 5,000 yen', 'PAYMENT'],
  ['', null],
]
test.each(CASES)('%j: %s', (line, problem) => expect(lineProblem(line)).toBe(problem))

const REFERENCES: [line: string, problem: LineProblem | null][] = [
  ['申込番号 93796928 を確認しました', null],
  ['Request ９３７９６９２８ has arrived', null],
  ['937969281234', 'ACCOUNT_NUMBER'],
  ['93796928 3796928', 'ACCOUNT_NUMBER'],
  ['口座番号 1234567、申込番号 93796928', 'ACCOUNT_NUMBER'],
]
test.each(REFERENCES)('where 93796928 is the member’s own request, %j: %s', (line, problem) =>
  expect(lineProblem(line, ['93796928'])).toBe(problem),
)
test('一度 and 一般 are no figures', () => expect(plain('一度、一般の')).toBe('一度、一般の'))
test('the longest line is looked at in a blink, whatever it is made of', () => {
  for (const one of ['a', '1 ', '.', '口座', 'a.', '一', '送金 ', 'a-', '@a']) {
    const start = performance.now()
    lineProblem(one.repeat(1_000).slice(0, 1_000))
    expect(performance.now() - start).toBeLessThan(250)
  }
})
