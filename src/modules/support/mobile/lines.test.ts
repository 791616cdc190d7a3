import { expect, test } from 'vitest'
import type { ChatLine } from '../contract.ts'
import { byDay, merged } from './lines.ts'

const line = (id: string, at = '2026-11-19T03:00:00Z', text = id): ChatLine => ({
  id,
  at,
  by: 'member',
  kind: 'text',
  text,
  imageId: null,
  about: null,
  operator: null,
  desk: false,
})
const of = (ids: string) => [...ids].map((id) => line(id))

test.each([
  ['', 'cd', 'cd'],
  ['cd', 'de', 'cde'],
  ['cde', 'ab', 'abcde'],
  ['cde', 'cde', 'cde'],
  ['abc', '', 'abc'],
  // A page so far ahead that lines between are missing: what is shown begins anew.
  ['ab', 'yz', 'yz'],
])('%s and a page %s are %s', (known, page, all) =>
  expect(
    merged(of(known), of(page))
      .map(({ id }) => id)
      .join(''),
  ).toBe(all),
)

test('a line that changed is the newer one', () => {
  expect(merged(of('ab'), [line('b', undefined, 'new')]).map(({ text }) => text)).toEqual(['a', 'new'])
})

test('days are Japan’s', () => {
  const days = byDay([
    line('a', '2026-11-19T14:59:59Z'),
    line('b', '2026-11-19T15:00:00Z'),
    line('c', '2026-11-20T01:00:00Z'),
  ])
  expect(days.map(({ date, lines }) => [date, lines.length])).toEqual([
    ['2026-11-19', 1],
    ['2026-11-20', 2],
  ])
})
