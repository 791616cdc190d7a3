import { expect, test } from 'vitest'
import { OWN_ID, preloadsFor, type PreloadTable } from './preload-table.ts'

const table: PreloadTable = {
  pages: { '/': ['/assets/startup.js'], '/pages/market/market': ['/assets/market.js', '/assets/shared.js'] },
  texts: { ja: ['ja1', 'ja2', 'ja3'], en: ['en1', 'en2', 'en3'], 'zh-Hant': ['hant1', 'hant2', 'hant3'] },
  words: { '/': 1, '/pages/market/market': 2 },
  reads: {
    '/pages/market/market': [
      { path: '/market', own: false },
      { path: '/stocks', query: { sort: 'gainers', limit: '30' }, own: false },
    ],
    '/user': [{ path: '/info', query: { user_id: OWN_ID }, own: true }],
    '/stock': [
      { path: '/stocks/{code}', own: false },
      { path: '/account', own: true },
      { path: '/stocks/{code}/bars', query: { limit: '9' }, own: false, unlessStored: 'chartView' },
    ],
  },
}
const market = ['/api/market?lang=en', '/api/stocks?sort=gainers&limit=30&lang=en']

const cases: [
  address: string,
  locale: string,
  modules: readonly string[],
  data: readonly string[],
  asks: readonly string[],
][] = [
  ['', '', table.pages['/']!, ['ja1'], []],
  ['#/', 'jp', table.pages['/']!, ['ja1'], []],
  ['#/pages/market/market', 'en', table.pages['/pages/market/market']!, ['en1', 'en2'], market],
  [
    '#/pages/market/market?view=map',
    'zh-Hant',
    table.pages['/pages/market/market']!,
    ['hant1', 'hant2'],
    market.map((address) => address.replace('en', 'zh-Hant')),
  ],
  ['#/subPackages/level/level', 'en', [], ['en1', 'en2', 'en3'], []],
  ['#/nowhere', 'klingon', [], ['en1', 'en2', 'en3'], []],
]
test.each(cases)('at "%s" in "%s"', (hash, locale, modules, data, asks) => {
  expect(preloadsFor(table, hash, (name) => (name === 'locale' ? locale : ''))).toEqual({
    modules,
    data,
    asks,
  })
})

test.each<[who: string, hash: string, kept: Record<string, string>, asks: readonly string[]]>([
  [
    'a guest reads nothing of a member',
    '#/stock?code=S801',
    {},
    ['/api/stocks/S801?lang=jp', '/api/stocks/S801/bars?limit=9&lang=jp'],
  ],
  [
    'a member reads their own',
    '#/stock?code=S801',
    { locale: 'en', token: 't' },
    ['/api/stocks/S801?lang=en', '/api/account?lang=en', '/api/stocks/S801/bars?limit=9&lang=en'],
  ],
  [
    'where something else was chosen, what was not is not asked',
    '#/stock?code=S801',
    { chartView: '["1w"]' },
    ['/api/stocks/S801?lang=jp'],
  ],
  ['an address that does not say of what is not asked', '#/stock', { token: 't' }, ['/api/account?lang=jp']],
  ['a member is named by the device', '#/user', { token: 't', userId: '7' }, ['/api/info?user_id=7&lang=jp']],
  [
    'what was typed stays in its place',
    '#/stock?code=../account',
    { chartView: '["1w"]' },
    ['/api/stocks/..%2Faccount?lang=jp'],
  ],
])('%s', (_, hash, kept, asks) =>
  expect(preloadsFor(table, hash, (name) => kept[name] ?? '').asks).toEqual(asks),
)
