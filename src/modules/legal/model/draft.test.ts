import { expect, test } from 'vitest'
import { LANGS } from '#i18n/lang.ts'
import { documentTexts, type DocumentTexts } from './draft.ts'

const all = (text: string, change: Partial<DocumentTexts> = {}): DocumentTexts => ({
  ...(Object.fromEntries(LANGS.map((lang) => [lang, text])) as DocumentTexts),
  ...change,
})
const FIGURES = { feeRate: 0.05, feeMax: 1_000 }
const GOOD = '# Title\nWords.\n## 1. Section\n- one\n- two {feeMax}\n'
const refused = (texts: DocumentTexts, before = all('')) => {
  const answer = documentTexts(texts, FIGURES, before)
  return answer.ok ? null : [answer.rejection, answer.detail.lang]
}

test('figures are filled in as each language writes them, line ends are one kind', () => {
  const answer = documentTexts(all(GOOD.replaceAll('\n', '  \r\n')), FIGURES, all(''))
  expect(answer.ok && [answer.value.ja, answer.value.es.includes('1.000')]).toEqual([
    '# Title\nWords.\n## 1. Section\n- one\n- two 1,000\n',
    true,
  ])
})

test.each<[string, DocumentTexts, (string | undefined)[] | null]>([
  ['whole', all(GOOD), null],
  ['without a title in one language', all(GOOD, { fr: 'Words.\n' }), ['DOCUMENT_TEXT', 'Français']],
  ['a title alone', all('# Title\n'), ['DOCUMENT_TEXT', '日本語']],
  ['empty in one language', all(GOOD, { 'zh-Hans': '' }), ['DOCUMENT_TEXT', '简体中文']],
  ['too long', all(`# Title\n${'x'.repeat(12_001)}`), ['DOCUMENT_TEXT', '日本語']],
  ['a figure that no rule has', all(GOOD.replace('feeMax', 'feeless')), ['DOCUMENT_FIGURE', '日本語']],
  [
    'a figure named like a part of every object',
    all(GOOD.replace('feeMax', 'constructor')),
    ['DOCUMENT_FIGURE', '日本語'],
  ],
  [
    'a point that one language lacks',
    all(GOOD, { es: GOOD.replace('- one\n', '') }),
    ['DOCUMENT_SHAPE', 'Español'],
  ],
])('%s', (_, texts, expected) => expect(refused(texts)).toEqual(expected))

test('the same words again are no new version', () => {
  const first = documentTexts(all(GOOD), FIGURES, all(''))
  expect(first.ok && refused(all(GOOD), first.value)).toEqual(['DOCUMENT_UNCHANGED', undefined])
})
