import { describe, expect, it } from 'vitest'
import { isNameOf, isNamePart, latinOf, personName } from './person-search.ts'

describe('a name in Latin letters', () => {
  // Hepburn, as the Ministry of Foreign Affairs writes it, but for long vowels.
  it.each([
    ['サトウ ハルカ', 'satou haruka'],
    ['シンジョウ ジュン', 'shinjou jun'],
    ['ハットリ チヅル', 'hattori chizuru'],
    ['キョウコ', 'kyouko'],
    ['ホッタ', 'hotta'],
    ['ジェーン', 'jen'],
  ])('%s', (kana, latin) => expect(latinOf(kana)).toBe(latin))
})

describe('a member', () => {
  const haruka = personName('佐藤 遥', 'サトウ ハルカ')
  const jun = personName('新條 潤', 'シンジョウ ジュン')
  it.each([
    ['佐藤', haruka],
    ['遥', haruka],
    ['佐藤遥', haruka],
    ['さとう', haruka],
    ['サトウ', haruka],
    ['ｻﾄｳ ﾊﾙｶ', haruka],
    ['とうはる', haruka],
    ['sato', haruka],
    ['Satou', haruka],
    ['SATŌ Haruka', haruka],
    ['haruka sato', haruka],
    ['新条', jun],
    ['shinjo', jun],
    ['sinzyou', jun],
    ['じゅん', jun],
  ])('is found by %s', (text, name) => expect(isNameOf(name, text)).toBe(true))
  it.each(['鈴木', 'suzuki', 'haruki', '佐藤 潤', 'さとし'])('is not found by %s', (text) =>
    expect(isNameOf(haruka, text)).toBe(false),
  )
  it.each([
    ['佐', false],
    ['佐藤', true],
    ['sa', false],
    ['sat', true],
    ['090-1234', false],
    ['a@example.jp', false],
    ['', false],
  ])('%j can be a part of a name: %s', (text, answer) => expect(isNamePart(text)).toBe(answer))
})
