import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HIT_FROM, nameScore } from './name-score.ts'

const name = (written: string, kana: string) => ({ written, kana })

describe('spellings of one name in Latin letters', () => {
  // Spellings of passports: the Ministry for Foreign Affairs' table of Hepburn letters, with what it lets a
  // person choose for long vowels (OH, OO, OU), and the Cabinet's Kunrei letters.
  it.each([
    [
      'オオノ コウイチ',
      ['Ono Koichi', 'Ohno Koichi', 'Oono Kouichi', 'ONO KOHICHI', 'KOICHI ONO', 'Ōno Kōichi'],
    ],
    ['サトウ ハルカ', ['Sato Haruka', 'Satou Haruka', 'Satoh Haruka', 'HARUKA SATO', 'Satō, Haruka']],
    ['ジョウジ シンジ', ['Joji Shinji', 'Johji Shinji', 'Jouji Shinji', 'Zyozi Sinzi', 'Zyouzi Sinzi']],
    ['シバタ ジュンイチ', ['Shibata Junichi', "Shibata Jun'ichi", 'Sibata Zyun’iti', 'SHIBATA JUN-ICHI']],
    ['ツチヤ フジコ', ['Tsuchiya Fujiko', 'Tutiya Huziko']],
    ['ホンマ イッペイ', ['Honma Ippei', 'Homma Ippei']],
    ['ハットリ チヅ', ['Hattori Chizu', 'Hattori Tidu']],
  ])('%s', (kana, spellings) => {
    for (const latin of spellings)
      expect([latin, nameScore({ names: [latin] }, name('', kana)) >= HIT_FROM]).toEqual([latin, true])
  })
})

describe('names that are alike and not the same', () => {
  it.each([
    ['サトウ ハルカ', 'Sato Haruki'],
    ['サトウ ハルカ', 'Kato Haruka'],
    ['サトウ ハルカ', 'Sato'],
    ['タナカ イチロウ', 'Nakata Ichiro'],
    ['スズキ ケン', 'Suzuki Jun'],
    ['ヤマダ タロウ', 'Yamada Hanako'],
  ])('%s is not %s', (kana, latin) => {
    expect(nameScore({ names: [latin] }, name('', kana))).toBeLessThan(HIT_FROM)
  })
})

describe('scores', () => {
  it('of the same writing are 100: kanji old and new, kana of either kind and width', () => {
    expect(nameScore({ names: ['齋藤 國男'] }, name('斎藤 国男', 'サイトウ クニオ'))).toBe(100)
    expect(nameScore({ names: ['ｻｲﾄｳ ｸﾆｵ'] }, name('', 'サイトウ クニオ'))).toBe(100)
    expect(nameScore({ names: ['さいとう くにお'] }, name('', 'サイトウ クニオ'))).toBe(100)
  })
  it('take the best of all names of an entry', () => {
    const entry = { names: ['Somebody Else', 'SAITO, Kunio'] }
    expect(nameScore(entry, name('', 'サイトウ クニオ'))).toBe(100)
  })
  it('of one letter more or less go down by its share of the letters', () => {
    expect(nameScore({ names: ['Yamamoto Kazuhiko'] }, name('', 'ヤマモト カズヒコ'))).toBe(100)
    expect(nameScore({ names: ['Yamamoto Kazuhito'] }, name('', 'ヤマモト カズヒコ'))).toBe(94)
    expect(nameScore({ names: ['Yamamto Kazuhiko'] }, name('', 'ヤマモト カズヒコ'))).toBe(94)
  })
  it('lie between 0 and 100, do not hang on the order of words, and are 100 for a name itself', () => {
    const word = fc.stringMatching(/^[a-z]{2,8}$/)
    fc.assert(
      fc.property(word, word, word, word, (a, b, c, d) => {
        const [one, other] = [
          nameScore({ names: [`${a} ${b}`] }, name(`${c} ${d}`, '')),
          nameScore({ names: [`${b} ${a}`] }, name(`${d} ${c}`, '')),
        ]
        expect(one).toBe(other)
        expect(one).toBeGreaterThanOrEqual(0)
        expect(one).toBeLessThanOrEqual(100)
        expect(nameScore({ names: [`${a} ${b}`] }, name(`${b} ${a}`, ''))).toBe(100)
      }),
    )
  })
})
