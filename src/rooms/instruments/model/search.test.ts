import { expect, test } from 'vitest'
import type { Lang } from '#texts/lang.ts'
import { searchInstruments } from './search.ts'
import { simulatedUniverse } from './universe.ts'

const universe = simulatedUniverse('search')

const cases: [typed: string, lang: Lang, first: string, matched: string | null][] = [
  ['S214', 'ja', 'S214', 'S214'],
  ['s21', 'ja', 'S211', 'S21'],
  ['Ｓ２１４', 'ja', 'S214', 'S214'],
  ['東雲', 'ja', 'S214', '東雲'],
  ['電子', 'ja', 'S205', '電子'],
  ['しののめ', 'ja', 'S744', 'シノノメ'],
  ['シノノメ', 'ja', 'S744', 'シノノメ'],
  ['しののめでんし', 'ja', 'S214', null],
  ['ｼﾉﾉﾒ', 'ja', 'S744', 'シノノメ'],
  ['shinonome', 'ja', 'S214', null],
  ['Shinonome Elec', 'en', 'S214', 'Shinonome Elec'],
  ['gyoko', 'ja', 'S202', null],
  ['gyoukou', 'ja', 'S202', null],
  ['todai', 'ja', 'S052', null],
  ['électro', 'fr', 'S205', 'Électro'],
  ['electronique', 'fr', 'S205', 'Électronique'],
  ['东云电', 'zh-Hans', 'S214', '东云电'],
  ['東雲電', 'zh-Hant', 'S214', '東雲電'],
  [' 凪 ', 'ja', 'S310', '凪'],
]
test.each(cases)('%s in %s finds %s first', (typed, lang, code, matched) => {
  const [best] = searchInstruments(universe, typed, lang)
  expect(best?.instrument.code).toBe(code)
  const text = best!.field === 'code' ? best!.instrument.code : best!.instrument.names[lang]
  expect(best!.range && text.slice(...best!.range)).toBe(matched)
})

test('しののめ finds the three companies of that reading, whatever they are written with', () => {
  const codes = searchInstruments(universe, 'しののめ', 'ja').map(({ instrument }) => instrument.code)
  expect(codes.sort()).toEqual(['S214', 'S218', 'S744'])
})

test('the name of a sector finds its issues', () => {
  const found = searchInstruments(universe, '医薬品', 'ja')
  expect(found).toHaveLength(9)
  expect(found.every(({ instrument }) => instrument.sector === 'pharma')).toBe(true)
})

test.each(['', '   ', 'zzzz', 'S99999', '%', '(', '\\', '😀'])('%j finds nothing and breaks nothing', (typed) => {
  expect(searchInstruments(universe, typed, 'ja')).toEqual([])
})
