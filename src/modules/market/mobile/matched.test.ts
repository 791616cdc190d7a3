import { expect, test } from 'vitest'
import { matchedRange } from './matched.ts'

test.each<[text: string, query: string, range: [number, number] | null]>([
  ['東雲電子', '東雲', [0, 2]],
  ['シノノメクラウド', 'しののめ', [0, 4]],
  ['シノノメクラウド', 'クラウド', [4, 8]],
  ['Asage Food Products', 'food', [6, 10]],
  ['S214', 's2', [0, 2]],
  ['東雲電子', 'しののめ', null],
  ['東雲電子', ' ', null],
  ['東雲電子', 'Ｓ', null],
  ['ABC電機', 'ａｂｃ', [0, 3]],
])('%s, searched by %s', (text, query, range) => expect(matchedRange(text, query)).toEqual(range))
