import { expect, it } from 'vitest'
import { isOperatorName, isSameName, nameAt, tidyName } from './operator-name.ts'

it.each([
  ['佐藤 美咲', true],
  ['Jean-Pierre O’Connor', true],
  ['Nguyễn Văn An', true],
  ['マリー・アンヌ 田中', true],
  ['Ann B. Lee', true],
  ['李', true],
  ['', false],
  [' 佐藤', false],
  ['佐藤  美咲', false],
  ['監査担当 1', false],
  ['Auditor 2', false],
  ['<b>Ann</b>', false],
  ['Ann\u202Eeel', false],
  ['Ann\nLee', false],
  ['-', false],
  ['か\u3099き', false],
  ['あ'.repeat(41), false],
  [null, false],
  [7, false],
])('%s is a name: %s', (name, isOne) => {
  expect(isOperatorName(name)).toBe(isOne)
})

it('is kept without spaces around it, composed', () => {
  expect(tidyName('  佐藤　 美咲 ')).toBe('佐藤 美咲')
  expect(tidyName('か\u3099き')).toBe('がき')
})

it('is another’s whatever its width, case and spaces', () => {
  expect(isSameName('佐藤 美咲', '佐藤美咲')).toBe(true)
  expect(isSameName('Ann Lee', 'ＡＮＮ ＬＥＥ')).toBe(true)
  expect(isSameName('Ann Lee', 'Ann Leo')).toBe(false)
})

it('is the one of its time', () => {
  const names = [
    { name: 'Ann Lee', since: 10 },
    { name: 'Ann Oda', since: 20 },
  ]
  expect([9, 10, 19, 20, 99].map((at) => nameAt(names, at))).toEqual([
    null,
    'Ann Lee',
    'Ann Lee',
    'Ann Oda',
    'Ann Oda',
  ])
})
