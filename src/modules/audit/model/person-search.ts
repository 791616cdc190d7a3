import { fold, foldLatin } from '#modules/instruments/model/search-fold.ts'

/** Kana in Hepburn's letters, two before one; what is not in here stands for itself. */
const SYLLABLES = new Map(
  (
    'きゃ kya きゅ kyu きょ kyo しゃ sha しゅ shu しょ sho ちゃ cha ちゅ chu ちょ cho にゃ nya にゅ nyu にょ nyo ' +
    'ひゃ hya ひゅ hyu ひょ hyo みゃ mya みゅ myu みょ myo りゃ rya りゅ ryu りょ ryo ぎゃ gya ぎゅ gyu ぎょ gyo ' +
    'じゃ ja じゅ ju じょ jo びゃ bya びゅ byu びょ byo ぴゃ pya ぴゅ pyu ぴょ pyo ふぁ fa ふぃ fi ふぇ fe ふぉ fo ' +
    'てぃ ti でぃ di うぃ wi うぇ we ゔぁ va ゔぃ vi ゔ vu ゔぇ ve ゔぉ vo しぇ she じぇ je ちぇ che ' +
    'あ a い i う u え e お o か ka き ki く ku け ke こ ko さ sa し shi す su せ se そ so ' +
    'た ta ち chi つ tsu て te と to な na に ni ぬ nu ね ne の no は ha ひ hi ふ fu へ he ほ ho ' +
    'ま ma み mi む mu め me も mo や ya ゆ yu よ yo ら ra り ri る ru れ re ろ ro わ wa を o ん n ' +
    'が ga ぎ gi ぐ gu げ ge ご go ざ za じ ji ず zu ぜ ze ぞ zo だ da ぢ ji づ zu で de ど do ' +
    'ば ba び bi ぶ bu べ be ぼ bo ぱ pa ぴ pi ぷ pu ぺ pe ぽ po'
  )
    .split(' ')
    .flatMap((kana, index, all) => (index % 2 === 0 ? [[kana, all[index + 1]!] as const] : [])),
)

/** A name in kana in Latin letters: サトウ ハルカ as satou haruka. */
export function latinOf(kana: string): string {
  const text = kana
    .normalize('NFKC')
    .replace(/[ァ-ヶ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60))
  let out = ''
  for (let at = 0; at < text.length;) {
    const two = SYLLABLES.get(text.slice(at, at + 2))
    const one = two ?? SYLLABLES.get(text[at]!)
    if (text[at] === 'っ') out += (SYLLABLES.get(text[at + 1] ?? '') ?? '')[0] ?? ''
    // A long vowel is written once in the shortest form, which `foldLatin` compares.
    else if (text[at] !== 'ー') out += one ?? text[at]!
    at += two === undefined ? 1 : 2
  }
  return out
}

/** A name as it is looked through: as it is written, as it is read, and in Latin letters. */
export type PersonName = { readonly written: string; readonly read: string; readonly latin: string }

const without = (text: string): string => text.replaceAll(/\s+/g, '')

export const personName = (name: string, kana: string): PersonName => ({
  written: without(fold(name)),
  read: without(fold(kana)),
  latin: foldLatin(latinOf(kana)),
})

/** Letters that a name is looked for by at least: fewer find everybody. */
const FEWEST = { latin: 3, other: 2 } as const

/** True if this text can be a part of a name; digits and addresses are none. */
export function isNamePart(text: string): boolean {
  const asked = without(fold(text))
  if (/[\d@]/.test(asked)) return false
  return asked.length >= (/^[a-z'-]+$/.test(asked) ? FEWEST.latin : FEWEST.other)
}

/**
 * True if each word of the text is a part of the name: in kanji, in kana of either kind, or in Latin letters
 * of any system (sato, satou; shi, si), family name or given name first.
 */
export function isNameOf({ written, read, latin }: PersonName, text: string): boolean {
  const words = fold(text).split(/\s+/)
  const hasWord = (word: string): boolean =>
    written.includes(word) ||
    read.includes(word) ||
    (/^[a-z'-]+$/.test(word) && latin.includes(foldLatin(word)))
  return words.every((word) => word !== '' && hasWord(word)) || hasWord(without(fold(text)))
}
