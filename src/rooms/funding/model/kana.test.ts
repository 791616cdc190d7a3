import { expect, test } from 'vitest'
import { isSameName, PAYEE_BYTES, zenginName } from './kana.ts'

const names: [typed: string, written: string | null][] = [
  ['サトウ ハルカ', 'ｻﾄｳ ﾊﾙｶ'],
  ['キュウヨ', 'ｷﾕｳﾖ'],
  ['ニッポン', 'ﾆﾂﾎﾟﾝ'],
  ['ｶﾞﾁｬ', 'ｶﾞﾁﾔ'],
  ['さとう　はるか', 'ｻﾄｳ ﾊﾙｶ'],
  ['スーザン', 'ｽ-ｻﾞﾝ'],
  ['ｓｍｉｔｈ  john', 'SMITH JOHN'],
  ['ヴァン', 'ｳﾞｱﾝ'],
  ['カ）アカリ', 'ｶ)ｱｶﾘ'],
  ['ヲノ', 'ｦﾉ'],
  ['A.B/C-(1)', 'A.B/C-(1)'],
  ['  ', ''],
  ['佐藤', null],
  ['サトウ、ハルカ', null],
  ['SMITH, JOHN', null],
  ['サトウ・ハルカ', 'ｻﾄｳ ﾊﾙｶ'],
  ['名👍', null],
  ['Ångström', null],
]
test.each(names)('%s is written %s', (typed, written) => expect(zenginName(typed)).toBe(written))

test('voicing marks are bytes of their own', () => {
  expect(zenginName('ガ'.repeat(16))).toHaveLength(32)
  expect(PAYEE_BYTES).toBe(30)
})

const pairs: [string, string, boolean][] = [
  ['サトウ ハルカ', 'ｻﾄｳﾊﾙｶ', true],
  ['さとう　はるか', 'サトウ ハルカ', true],
  ['キョウコ', 'キヨウコ', true],
  ['ユーコ', 'ユ−コ', true],
  ['サトウ ハルカ', 'サトウ ハルコ', false],
  ['ハカ', 'バカ', false],
  ['', '', false],
  ['佐藤', '佐藤', false],
]
test.each(pairs)('%s and %s are one name: %s', (one, other, same) => expect(isSameName(one, other)).toBe(same))
