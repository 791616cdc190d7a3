import { expect, it } from 'vitest'
import { csv, csvRows, type Cell } from './csv.ts'

it.each<[name: string, cell: Cell, written: string]>([
  ['a word', '東京', '東京'],
  ['a figure', 12, '12'],
  ['a figure below 0 stays a figure', -500, '-500'],
  ['nothing', null, ''],
  ['a comma', 'a,b', '"a,b"'],
  ['a formula', '=1+1', `"'=1+1"`],
  ['a command of another sheet', '@SUM(A1)', `"'@SUM(A1)"`],
  ['a formula behind a blank', ' =cmd', `"' =cmd"`],
  ['full width', '＝1+1', `"'＝1+1"`],
  ['a phone number', '+81', `"'+81"`],
  ['a text that begins with a sign', '-2+3', `"'-2+3"`],
  ['a tab', '\t=1', `"'\t=1"`],
  ['a quote and a comma', 'say "yes", now', '"say ""yes"", now"'],
  ['a formula with quotes', '=a,"b"', `"'=a,""b"""`],
  ['a line break', 'a\nb', '"a\nb"'],
  ['a moment, on the next day in Japan', new Date('2026-11-24T15:30:05.999Z'), '2026-11-25 00:30:05'],
])('%s', (_, cell, written) => expect(csv([[cell]])).toBe(`\uFEFF${written}\r\n`))

it('rows end as RFC 4180 says; the mark of UTF-8 stands once', () => {
  expect(csv([['名', 'n']]) + csvRows([['a', 1]])).toBe('\uFEFF名,n\r\na,1\r\n')
})
