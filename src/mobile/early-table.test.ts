import { expect, test } from 'vitest'
import { wantedFirst } from './early-table.ts'

const table = {
  pages: { '/': ['/assets/startup.js'], '/pages/market/market': ['/assets/market.js', '/assets/shared.js'] },
  texts: { ja: { first: 'ja1', rest: 'ja2' }, en: { first: 'en1', rest: 'en2' }, 'zh-Hant': { first: 'hant1', rest: 'hant2' } },
  fewWords: ['/'],
}

const cases: [address: string, locale: string, modules: readonly string[], data: readonly string[]][] = [
  ['', '', table.pages['/'], ['ja1']],
  ['#/', 'jp', table.pages['/'], ['ja1']],
  ['#/pages/market/market', 'en', table.pages['/pages/market/market'], ['en1', 'en2']],
  ['#/pages/market/market?view=map', 'zh-Hant', table.pages['/pages/market/market'], ['hant1', 'hant2']],
  ['#/subPackages/level/level', 'en', [], ['en1', 'en2']],
  ['#/nowhere', 'klingon', [], ['en1', 'en2']],
]
test.each(cases)('at "%s" in "%s"', (hash, locale, modules, data) => {
  expect(wantedFirst(table, hash, locale)).toEqual({ modules, data })
})
