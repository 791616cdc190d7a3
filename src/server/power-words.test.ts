import { expect, it } from 'vitest'
import { LANGS, type Lang } from '#i18n/lang.ts'
import { loadTexts } from '#i18n/server.ts'
import { POWER_NAMES, powerKey, type PowerName } from '#registry/powers.ts'

const say = loadTexts()
const family = (power: PowerName): string => power.split('.', 1)[0]!
/** Words on the button that signs, and in a list. */
const SAID = ['console.approval.sign', 'console.approval.signed'] as const
/** The verb of what is turned down, in each language. */
const TURNED_DOWN: Readonly<Record<Lang, RegExp>> = {
  ja: /却下/,
  en: /deny|refuse|reject/i,
  fr: /refus|rejet/i,
  es: /rechaz|deneg/i,
  'zh-Hans': /驳回|拒绝|退回/,
  'zh-Hant': /駁回|拒絕|退回/,
}

it.each(LANGS)('no two acts about one case are signed under the same words (%s)', (lang) => {
  for (const key of SAID) {
    const words = POWER_NAMES.map((power) => [
      family(power),
      say(lang, key, { act: say(lang, powerKey(power)), done: 1, all: 2 }),
    ])
    expect(new Set(words.map((pair) => pair.join(' '))).size).toBe(words.length)
  }
})

it.each(LANGS)('whoever turns a request down reads that on the button and in the list (%s)', (lang) => {
  const down = POWER_NAMES.filter((power) => /\.(deny|refuse|reject)$/.test(power))
  expect(down.length).toBeGreaterThan(4)
  for (const power of down)
    for (const key of SAID)
      expect(say(lang, key, { act: say(lang, powerKey(power)), done: 1, all: 2 }), power).toMatch(
        TURNED_DOWN[lang],
      )
})
