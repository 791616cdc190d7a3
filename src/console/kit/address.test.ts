import { expect, it } from 'vitest'
import { hrefOf, parse } from './address.ts'

it.each([
  ['/console/', '', { page: '', rest: [], query: {} }],
  [
    '/console/withdrawals',
    '?state=review&sort=-due',
    { page: 'withdrawals', rest: [], query: { state: 'review', sort: '-due' } },
  ],
  ['/console/members/m%2F1/', '', { page: 'members', rest: ['m/1'], query: {} }],
])('%s%s', (path, search, address) => expect(parse(path, search)).toEqual(address))

it('an address is read as it was written, without what is empty', () => {
  expect(hrefOf('members', ['a b'], { q: '五', none: null, empty: '' })).toBe(
    '/console/members/a%20b?q=%E4%BA%94',
  )
})
