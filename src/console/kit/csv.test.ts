import { expect, it } from 'vitest'
import { csvCell, csvText } from './csv.ts'

it.each<[string | number | null, string]>([
  ['plain', 'plain'], [12, '12'], [-5, '-5'], [null, ''], ['a,b', '"a,b"'], ['say "x"', '"say ""x"""'], ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"], ['+81', "'+81"], ['-2', "'-2"], ['@sum', "'@sum"], ['\t=1', "'\t=1"], ['=a,"b"', `"'=a,""b"""`],
])('%j is written %j: what begins like a formula is a text', (value, written) => expect(csvCell(value)).toBe(written))

it('rows end as RFC 4180 says, and the file says that it is UTF-8', () => {
  expect(csvText([['名', 'n'], ['a', 1]])).toBe('\uFEFF名,n\r\na,1\r\n')
})
