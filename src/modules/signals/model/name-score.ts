import { latinOf } from '#modules/audit/model/person-search.ts'
import { fold, foldLatin } from '#modules/instruments/model/search-fold.ts'

/** A score from which on a name of a list is a hit. */
export const HIT_FROM = 92

/** A member's verified name, as it is written and in kana. */
export type PersonName = { readonly written: string; readonly kana: string }
/** Somebody of a screening list under all names that it knows, in any letters. */
export type ListedName = { readonly names: readonly string[] }

/** More words than these are compared in one order alone. */
const MOST_WORDS = 4
const HAN = /\p{Script=Han}/u

const wordsOf = (text: string): string[] =>
  text
    .replaceAll('’', "'")
    .split(/[\s,、・･.]+/)
    .filter((word) => word !== '')
/** Words in Latin letters, spellings of one sound alike; kana are read first. */
const latinWords = (text: string): string[] => wordsOf(fold(latinOf(text))).map(foldLatin)
/** The same where OH before a vowel is a long O, as passports let people write コウイチ. */
const withoutH = (words: readonly string[]): string[] => words.map((word) => word.replaceAll('oh', 'o'))

/**
 * The likeness of a member's name to those of an entry, from 0 to 100. Kanji are compared as they are
 * written, old forms like new ones; all else in Latin letters, in which Hepburn, Kunrei and the spellings of
 * passports are one. Words in any order: 100, less the share of letters that would have to be changed, added,
 * taken away or exchanged with the next.
 */
export function nameScore({ names }: ListedName, { written, kana }: PersonName): number {
  const read = latinWords(kana === '' ? written : kana)
  const scores = names.map((name) => {
    if (HAN.test(name)) return likeness(wordsOf(fold(name)), wordsOf(fold(written)))
    const listed = latinWords(name)
    return Math.max(likeness(listed, read), likeness(withoutH(listed), withoutH(read)))
  })
  return Math.max(0, ...scores)
}

/** From 0 to 100; words in whichever order is likest. */
function likeness(one: readonly string[], other: readonly string[]): number {
  const whole = other.toSorted().join('')
  if (whole === '' || one.length === 0) return 0
  const orders = one.length > MOST_WORDS ? [one.toSorted()] : ordersOf(one)
  return Math.max(
    ...orders.map((words) => {
      const text = words.join('')
      return Math.round(100 * (1 - changes(text, whole) / Math.max(text.length, whole.length)))
    }),
  )
}

const ordersOf = (words: readonly string[]): string[][] =>
  words.length < 2
    ? [[...words]]
    : words.flatMap((first, at) => ordersOf(words.toSpliced(at, 1)).map((rest) => [first, ...rest]))

/** Letters to be changed, added, taken away or exchanged with the next, to make one text of the other. */
function changes(one: string, other: string): number {
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, n) => n)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, before[j - 2]! + 1)
      row.push(least)
    }
    ;[before, last] = [last, row]
  }
  return last[other.length]!
}
