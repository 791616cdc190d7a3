import { expect, test } from 'vitest'
import { wantedFirst } from './early-table.ts'

const table = {
  pages: { '/': ['/assets/startup.js'], '/pages/market/market': ['/assets/market.js', '/assets/shared.js'] },
  texts: { ja: ['ja1', 'ja2', 'ja3'], en: ['en1', 'en2', 'en3'], 'zh-Hant': ['hant1', 'hant2', 'hant3'] },
  words: { '/': 1, '/pages/market/market': 2 },
}

const cases: [address: string, locale: string, modules: readonly string[], data: readonly string[]][] = [
  ['', '', table.pages['/'], ['ja1']],
  ['#/', 'jp', table.pages['/'], ['ja1']],
  ['#/pages/market/market', 'en', table.pages['/pages/market/market'], ['en1', 'en2']],
  ['#/pages/market/market?view=map', 'zh-Hant', table.pages['/pages/market/market'], ['hant1', 'hant2']],
  ['#/subPackages/level/level', 'en', [], ['en1', 'en2', 'en3']],
  ['#/nowhere', 'klingon', [], ['en1', 'en2', 'en3']],
]
test.each(cases)('at "%s" in "%s"', (hash, locale, modules, data) => {
  expect(wantedFirst(table, hash, locale)).toEqual({ modules, data })
})
