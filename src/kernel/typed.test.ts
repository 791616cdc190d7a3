import { expect, test } from 'vitest'
import { isTooLong, readDigits, readNumber, readPlain, type Typing } from './typed.ts'

const ja = { decimals: 1 }
const yen = { decimals: 0 }
const fr = { decimals: 1, comma: true }
const es = { decimals: 1, comma: true, pointGroups: true }

test.each<[text: string, typing: Typing, value: number | null]>([
  ['507,5', fr, 507.5],
  ['507,5', es, 507.5],
  ['507.5', fr, 507.5],
  ['507.5', es, 507.5],
  ['507,5', ja, null],
  ['507.5', ja, 507.5],
  ['5\u202f075', fr, 5_075],
  ['5 075,5', fr, 5_075.5],
  ['5.075', es, 5_075],
  ['5.075,5', es, 5_075.5],
  ['5.075', fr, null],
  ['5,075', fr, null],
  ['5,075', ja, 5_075],
  ['5,075.5', ja, 5_075.5],
  ['50,75', ja, null],
  ['5,0750', ja, null],
  ['1,000,000', yen, 1_000_000],
  ['1,000 000', yen, null],
  ['10000.00', yen, 10_000],
  ['10.000', yen, null],
  ['10.000', ja, null],
  ['10,000', { decimals: 0, comma: true }, null],
  ['50000.5', yen, null],
  ['-3000', yen, null],
  ['−3000', { decimals: 0, signed: true }, -3_000],
  ['-2,5', { decimals: 2, comma: true, signed: true }, -2.5],
  ['-0', { decimals: 0, signed: true }, 0],
  ['5万', yen, 50_000],
  ['1億2,000万', yen, 120_000_000],
  ['1.5万', yen, 15_000],
  ['1万5千', yen, null],
  ['万', yen, null],
  ['3万2000', yen, 32_000],
  ['0.00001万', yen, null],
  ['５００００', yen, 50_000],
  ['５０，０００', yen, 50_000],
  ['５０７．５', ja, 507.5],
  ['¥10,000', yen, 10_000],
  ['￥10,000', yen, 10_000],
  ['10,000円', yen, 10_000],
  ['10 000 ¥', yen, 10_000],
  ['507.', ja, 507],
  ['507,', fr, 507],
  ['507.25', ja, null],
  ['507.50', ja, 507.5],
  [' 100 ', yen, 100],
  ['+5', yen, 5],
  ['007', yen, 7],
  ['', yen, null],
  ['.', ja, null],
  ['1e5', yen, null],
  ['0x10', yen, null],
  ['ab', yen, null],
  ['1 2', yen, null],
  ['--1', { decimals: 0, signed: true }, null],
  ['12345678901234', yen, null],
  ['٣', yen, null],
  ['Infinity', yen, null],
])('%s is read as a figure %j: %s', (text, typing, value) => expect(readNumber(text, typing)).toBe(value))

const shares = { decimals: 0, unit: 'shares' } as const

test.each<[text: string, typing: Typing, value: number | null]>([
  ['100株', shares, 100],
  ['１，０００株', shares, 1_000],
  ['1,000 株', shares, 1_000],
  ['1万株', shares, 10_000],
  ['100股', shares, 100],
  ['100 shares', shares, 100],
  ['1 share', shares, 1],
  ['100 acciones', { ...shares, comma: true, pointGroups: true }, 100],
  ['100 actions', { ...shares, comma: true }, 100],
  ['100 titres', { ...shares, comma: true }, 100],
  ['株', shares, null],
  ['100株株', shares, null],
  ['100円', shares, null],
  ['¥100', shares, null],
  ['100口', shares, null],
  ['100株', yen, null],
  ['100 yen', yen, 100],
  ['100日元', yen, 100],
  ['100日圓', yen, 100],
  ['3口', { decimals: 0, unit: 'units' }, 3],
  ['3口', yen, null],
  ['5%', { decimals: 2, unit: 'percent' }, 5],
  ['5,5 %', { decimals: 2, unit: 'percent', comma: true }, 5.5],
  ['5％', { decimals: 2, unit: 'percent' }, 5],
  ['5%', yen, null],
])('a unit is read where it is the figure’s own: %s, %j: %s', (text, typing, value) =>
  expect(readNumber(text, typing)).toBe(value),
)

test.each<[text: string, digits: string | null]>([
  ['123 456', '123456'],
  ['１２３４５６', '123456'],
  [' 1234567', '1234567'],
  ['12345678', '12345678'],
  ['123‑4567', '1234567'],
  ['090ー1234ー5678', '09012345678'],
  ['12a', null],
  ['', null],
  ['1.5', null],
  ['-', null],
])('%j is read as digits: %s', (text, digits) => expect(readDigits(text)).toBe(digits))

test.each([
  ['３０１２３４５６７８９０', '301234567890'],
  [' ＡＢ１２３４５６７８ＣＤ ', 'AB12345678CD'],
  ['０９０ー１２３４−５６７８', '090-1234-5678'],
  ['ｈａｒｕｋａ＠ｅｘａｍｐｌｅ．ｊｐ', 'haruka@example.jp'],
  ['301234567890', '301234567890'],
  ['••••7890', '••••7890'],
])('%j is shown plain: %j', (text, plain) => expect(readPlain(text)).toBe(plain))

test('where a hyphen may part two numbers it is refused', () =>
  expect([readDigits('12-3456', { hyphens: false }), readDigits('12 3456', { hyphens: false })]).toEqual([
    null,
    '123456',
  ]))

test.each([
  ['12345678901234567890', true],
  ['１２３,４５６,７８９,０１２,３４５', true],
  ['1234567890123', false],
  ['12345678901234円玉', false],
  ['', false],
])('%s is a figure that is too long: %s', (text, expected) => expect(isTooLong(text)).toBe(expected))
