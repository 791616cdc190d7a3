import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { LANGS } from '#i18n/lang.ts'
import { retiredIn } from './retired-words.ts'

const ARTICLES = join(import.meta.dirname, '../../src/modules/help/articles')

it.each(LANGS)('articles of the help centre speak in the words of the product (%s)', (lang) => {
  const files = globSync('*.txt', { cwd: join(ARTICLES, lang) })
  expect(files.length).toBe(8)
  const found = files.flatMap((file) =>
    readFileSync(join(ARTICLES, lang, file), 'utf8')
      .split('\n')
      // By what people look for an article is nothing that it says.
      .filter((line) => !line.startsWith('? '))
      .flatMap((line) => retiredIn(lang, line).map((problem) => `${file}: ${problem}`)),
  )
  expect(found).toEqual([])
})
