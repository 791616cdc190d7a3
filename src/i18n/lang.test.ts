import { expect, test } from 'vitest'
import { firstLocale } from './lang.ts'

test.each<[tags: readonly string[], locale: string]>([
  [[], ''],
  [['ja-JP'], ''],
  [['ja'], ''],
  [['en-GB', 'ja'], 'en'],
  [['fr-CA'], 'fr'],
  [['es-419', 'en'], 'es'],
  [['zh-CN'], 'zh-Hans'],
  [['zh'], 'zh-Hans'],
  [['zh-Hans-HK'], 'zh-Hans'],
  [['zh-TW'], 'zh-Hant'],
  [['zh-HK', 'en'], 'zh-Hant'],
  [['zh-Hant-CN'], 'zh-Hant'],
  // A language that the product has counts, wherever it stands; none is English.
  [['de-DE', 'ja-JP', 'en'], ''],
  [['de-DE', 'fr'], 'fr'],
  [['de-DE', 'zho'], 'en'],
  [['filipino', 'jam', 'frr'], 'en'],
])('a browser that reads %j begins with the locale "%s"', (tags, locale) =>
  expect(firstLocale(tags)).toBe(locale),
)
