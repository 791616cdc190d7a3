import { expect, it } from 'vitest'
import { notOfferedFor } from './not-offered.ts'

it.each([
  ['NISA', 'nisa'],
  ['ｎｉｓａ 口座', 'nisa'],
  ['つみたてニーサ', 'nisa'],
  ['単元未満株', 'oddLots'],
  ['S株', 'oddLots'],
  ['odd lots', 'oddLots'],
  ['零股', 'oddLots'],
  ['PTS', 'pts'],
  ['夜間取引', 'pts'],
  ['S214', null],
  ['東雲', null],
  ['optsurge', null],
  ['', null],
])('%s is a search for %s', (query, expected) => {
  expect(notOfferedFor(query)).toBe(expected)
})
