import { expect, test } from 'vitest'
import { forEachRow, ungrouped } from './csv-rows.ts'

const rowsOf = (text: string) => {
  const rows: [line: number, ...fields: string[]][] = []
  forEachRow(text, ['a', 'b'], (line, fields) => rows.push([line, ...fields]), ['c'])
  return rows
}

test.each<[name: string, text: string, rows: unknown[]]>([
  [
    'lines of LF, the last without one',
    'a,b\n1,2\n3,4',
    [
      [2, '1', '2', ''],
      [3, '3', '4', ''],
    ],
  ],
  ['lines of CRLF', 'a,b\r\n1,2\r\n', [[2, '1', '2', '']]],
  [
    'lines of CR',
    'a,b\r1,2\r3,4\r',
    [
      [2, '1', '2', ''],
      [3, '3', '4', ''],
    ],
  ],
  ['columns in another order, more of them, and capitals', 'x,B, A ,C\n9,2,1,3', [[2, '1', '2', '3']]],
  [
    'blank lines before the header and between rows',
    '\n\na,b\n\n1,2\n,\n3,4',
    [
      [5, '1', '2', ''],
      [7, '3', '4', ''],
    ],
  ],
  [
    'quoted separators, quotation marks and line ends',
    'a,b\n"1,1","2""2"\n"3\n3",4\n5,6',
    [
      [2, '1,1', '2"2', ''],
      [3, '3\n3', '4', ''],
      [5, '5', '6', ''],
    ],
  ],
  [
    'a quotation mark that is none',
    'a,b\n1,5"\n3,4',
    [
      [2, '1', '5', ''],
      [3, '3', '4', ''],
    ],
  ],
  [
    'a quoted field that never ends',
    `a,b\n"1,2\n${'3,4\n'.repeat(30)}`,
    [[2, '1,2', '', ''], ...Array.from({ length: 30 }, (_, at) => [at + 3, '3', '4', ''])],
  ],
  ['tabulators', 'a\tb\n1,0\t2', [[2, '1,0', '2', '']]],
  ['semicolons', 'a;b\n1,0;2', [[2, '1,0', '2', '']]],
  ['a row with fewer fields', 'a,b\n1', [[2, '1', '', '']]],
])('%s', (_, text, rows) => expect(rowsOf(text)).toEqual(rows))

test.each(['', '\n\n', '\uFEFF'])('an empty file is refused: %j', (text) =>
  expect(() => rowsOf(text)).toThrow('empty'),
)
test('a column that is missing is named with its line', () =>
  expect(() => rowsOf('\na,x\n1,2')).toThrow('line 2: columns missing: b'))

test('thousands are ungrouped, and nothing else is', () => {
  expect(['1,234', '12,345,678.5', '1,23', '1,2345', '1.234', ',123', '-1,234'].map(ungrouped)).toEqual([
    '1234',
    '12345678.5',
    '1,23',
    '1,2345',
    '1.234',
    ',123',
    '-1234',
  ])
})
