import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { textParts } from '#i18n/catalogues.ts'
import { TEXT_PARTS } from '#i18n/parts.ts'
import { wordsOf } from './page-texts.ts'

const SRC = join(import.meta.dirname, '..')
const partOf = textParts()
const PAGES: Record<string, string> = {
  market: 'mobile/MarketScreen.tsx',
  stock: 'modules/home/mobile/StockPage.tsx',
  trade: 'modules/orders/mobile/TradePage.tsx',
  news: 'modules/news/mobile/NewsPage.tsx',
  user: 'modules/home/mobile/UserPage.tsx',
}
/** Behind a route that these pages open for something else, or beside what they take from a module. */
const ELSEWHERE = new Set(
  [
    'modules/identity/mobile/StepUpFields.tsx',
    'modules/schedules/mobile/ClosedDays.tsx',
    'modules/schedules/mobile/TradingHours.tsx',
  ].map((file) => join(SRC, file)),
)
const IMPORT = /(?:\bfrom |\bimport\()'([#.][^']+\.tsx?)'/g

/** All modules of a page, those included that it shows a moment later, but for what waits for all texts. */
function modulesOf(page: string): string[] {
  const all = new Set([join(SRC, page)])
  for (const file of all) {
    for (const [, wanted] of readFileSync(file, 'utf8')
      .replaceAll(/^.*textsUpTo\('rest'\).*$/gm, '')
      .matchAll(IMPORT))
      all.add(wanted!.startsWith('#') ? join(SRC, wanted!.slice(1)) : join(file, '..', wanted!))
  }
  return [...all].filter((file) => /\/(mobile|ui|client)\//.test(file) && !ELSEWHERE.has(file))
}

test.each(Object.entries(PAGES))('the page of %s waits for all that it says', (name, page) => {
  const files = modulesOf(page)
  expect(files.length).toBeGreaterThan(40)
  const said = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\b(?:t|translate|text)\(\s*['`]([a-z][\w-]*\.[\w.]*)/g)].map(
      (match) => `${file.slice(SRC.length)}: ${match[1]}`,
    ),
  )
  expect(said.length).toBeGreaterThan(40)
  const up = TEXT_PARTS.slice(0, TEXT_PARTS.indexOf(wordsOf(name)) + 1)
  expect(said.filter((line) => !(up as readonly string[]).includes(partOf(line.split(': ')[1]!)))).toEqual([])
})
