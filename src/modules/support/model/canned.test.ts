import { expect, test } from 'vitest'
import { LANGS } from '#i18n/lang.ts'
import { cannedProblem, filledIn, topicOf, type CannedFigures, type CannedTexts } from './canned.ts'

const FIGURES: CannedFigures = {
  feeRate: 0.05,
  feeMin: 50,
  feeMax: 1_000,
  withdrawFrom: '9:00',
  withdrawTo: '15:30',
  withdrawByRule: 1_000_000,
  officeFrom: '8:00',
  officeTo: '20:00',
}
const texts = (ja: string, others: Partial<CannedTexts> = {}): CannedTexts => ({
  ...(Object.fromEntries(LANGS.map((lang) => [lang, ja])) as CannedTexts),
  ...others,
})
const refused = (name: string, all: CannedTexts) => {
  const problem = cannedProblem(name, all, FIGURES)
  return problem && [problem.rejection, problem.detail.lang, problem.detail.problem ?? problem.detail.place]
}

test('figures stand in an answer as the language writes them', () => {
  expect(filledIn('{feeRate}% / {withdrawByRule} / {officeFrom}', FIGURES, 'fr')).toBe(
    '0,05% / 1\u202f000\u202f000 / 8:00',
  )
  expect(filledIn('{feeRate}% / {withdrawByRule}', FIGURES, 'ja')).toBe('0.05% / 1,000,000')
})

test.each<[string, string, CannedTexts, (string | undefined)[] | null]>([
  ['an answer without places', 'hours', texts('受付は平日です。'), null],
  [
    'an answer with places',
    'hours',
    texts('受付は{officeFrom}から{officeTo}までです。手数料は{feeRate}%です。'),
    null,
  ],
  ['a name with capitals', 'Hours', texts('受付は平日です。'), ['CANNED_NAME', undefined, undefined]],
  ['a name that is a path', '../x', texts('受付は平日です。'), ['CANNED_NAME', undefined, undefined]],
  [
    'a language left out',
    'hours',
    texts('受付は平日です。', { fr: ' ' }),
    ['CANNED_TEXT', 'Français', undefined],
  ],
  ['more than a line holds', 'hours', texts('あ'.repeat(1_001)), ['CANNED_TEXT', '日本語', undefined]],
  ['a place that is none', 'hours', texts('{name}様、こんにちは。'), ['CANNED_PLACE', '日本語', 'name']],
  ['a brace alone', 'hours', texts('受付は{officeFrom です。'), ['CANNED_PLACE', '日本語', '{']],
  [
    'a place that one language lacks',
    'hours',
    texts('{officeFrom}から', { es: 'Desde las ocho' }),
    ['CANNED_PLACES', 'Español', undefined],
  ],
  ['a rate typed', 'fee', texts('手数料は0.1%です。'), ['CANNED_WORDS', '日本語', 'MONEY']],
  [
    'an amount typed in one language',
    'fee',
    texts('手数料は画面に表示します。', { en: 'The fee is 50 yen.' }),
    ['CANNED_WORDS', 'English', 'MONEY'],
  ],
  [
    'a demand for money',
    'fee',
    texts('先に保証金を振り込んでください。'),
    ['CANNED_WORDS', '日本語', 'PAYMENT'],
  ],
  ['an account', 'fee', texts('口座番号は1234567です。'), ['CANNED_WORDS', '日本語', 'ACCOUNT_NUMBER']],
])('%s', (_, name, all, expected) => expect(refused(name, all)).toEqual(expected))

test('a line is about what it says', () =>
  expect(['出金したい', 'Quiero depositar un ingreso', '…'].map(topicOf)).toEqual([
    'withdrawal',
    'deposit',
    'person',
  ]))
