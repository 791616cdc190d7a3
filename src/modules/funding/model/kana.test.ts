import { expect, test } from 'vitest'
import { isSameName, PAYEE_BYTES, payeeOf, zenginName } from './kana.ts'

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
  ['ヤマダ トヨヱ', 'ﾔﾏﾀﾞ ﾄﾖｴ'],
  ['ゐのうえ', 'ｲﾉｳｴ'],
  ['名👍', null],
  ['Ångström', null],
]
test.each(names)('%s is written %s', (typed, written) => expect(zenginName(typed)).toBe(written))

test('voicing marks are bytes of their own', () => {
  expect(zenginName('ガ'.repeat(16))).toHaveLength(32)
  expect(PAYEE_BYTES).toBe(30)
})

test('only a transfer record cuts a name, and no kana loses its voicing mark', () => {
  expect(payeeOf('アイウエオ'.repeat(6))).toBe('ｱｲｳｴｵ'.repeat(6))
  expect(payeeOf('アイウエオ'.repeat(7))).toBe('ｱｲｳｴｵ'.repeat(6))
  expect(payeeOf('ア' + 'ガ'.repeat(20))).toBe('ｱ' + 'ｶﾞ'.repeat(14))
  expect(payeeOf('佐藤')).toBeNull()
})

const pairs: [string, string, boolean][] = [
  ['サトウ ハルカ', 'ｻﾄｳﾊﾙｶ', true],
  ['さとう　はるか', 'サトウ ハルカ', true],
  ['キョウコ', 'キヨウコ', true],
  ['ユーコ', 'ユ−コ', true],
  ['サトウ ハルカ', 'サトウ ハルコ', false],
  ['ハカ', 'バカ', false],
  ['ヤマダ トヨヱ', 'ヤマダ トヨエ', true],
  ['ガ'.repeat(20), 'ガ'.repeat(20), true],
  ['ガ'.repeat(20), 'ガ'.repeat(19) + 'ギ', false],
  ['アイウエオ'.repeat(10), 'アイウエオ'.repeat(10).slice(0, 48), true],
  ['', '', false],
  ['佐藤', '佐藤', false],
]
test.each(pairs)('%s and %s are one name: %s', (one, other, same) =>
  expect(isSameName(one, other)).toBe(same),
)
