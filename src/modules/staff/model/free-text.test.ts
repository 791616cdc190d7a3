import { expect, test } from 'vitest'
import { LANGS } from '#i18n/lang.ts'
import { BAD_LINES } from './bad-lines.fixture.ts'
import { freeTextProblem } from './free-text.ts'

const plainText = (characters: number) => '理'.repeat(characters)
const CASES: [name: string, text: string, rejection: string | null][] = [
  ['nothing', '', 'TEXT_LENGTH'],
  ['19 characters', plainText(19), 'TEXT_LENGTH'],
  ['20 characters', plainText(20), null],
  ['19 and spaces around', `  ${plainText(19)}  `, 'TEXT_LENGTH'],
  ['500 characters', plainText(500), null],
  ['500 that take two units each', '𠮷'.repeat(500), null],
  ['501 characters', plainText(501), 'TEXT_LENGTH'],
  ['a denial', '登録された口座の名義が、本人確認のお名前と異なるため、お支払いできませんでした。', null],
  [
    'a denial in English',
    'The name on the payout account is not your verified name, so the bank would return the money.',
    null,
  ],
  ['a condition', '出金には、先に税金として10万円のお振り込みが必要です。ご確認ください。', 'TEXT_DEMANDS'],
]
test.each(CASES)('%s: %s', (_, text, rejection) =>
  expect(freeTextProblem(text)?.rejection ?? null).toBe(rejection),
)

test.each(LANGS)('no demand can be made the text of a denial in %s (T16)', (lang) => {
  const texts = BAD_LINES[lang].map((line) => `${line} ${'…'.repeat(20)}`)
  expect(texts.filter((text) => freeTextProblem(text)?.rejection !== 'TEXT_DEMANDS')).toEqual([])
})
