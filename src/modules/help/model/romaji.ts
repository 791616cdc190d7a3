import { foldLatin } from '#modules/instruments/model/search-fold.ts'

/** Kana and its Latin reading, two to a word. */
const READINGS = new Map(
  (
    'あa いi うu えe おo かka きki くku けke こko さsa しshi すsu せse そso たta ちchi つtsu てte とto なna にni ぬnu ねne ' +
    'のno はha ひhi ふfu へhe ほho まma みmi むmu めme もmo やya ゆyu よyo らra りri るru れre ろro わwa をo んn がga ぎgi ' +
    'ぐgu げge ごgo ざza じji ずzu ぜze ぞzo だda ぢji づzu でde どdo ばba びbi ぶbu べbe ぼbo ぱpa ぴpi ぷpu ぺpe ぽpo ぁa ぃi ' +
    'ぅu ぇe ぉo ゔvu ー'
  )
    .split(' ')
    .map((pair) => [pair[0]!, pair.slice(1)]),
)
const GLIDES: Readonly<Record<string, string>> = {
  ゃ: 'a',
  ゅ: 'u',
  ょ: 'o',
  ぁ: 'a',
  ぃ: 'i',
  ぇ: 'e',
  ぉ: 'o',
}
const KATAKANA = /[ァ-ヶ]/g
const TO_HIRAGANA = 0x60

/**
 * Kana as it is typed in Latin letters, in the shortest form (`foldLatin`): てすうりょう and テスウリョウ as tesuryo.
 * Whatever is no kana ends a word.
 */
export function latinOf(kana: string): string {
  const hiragana = kana
    .normalize('NFKC')
    .replace(KATAKANA, (each) => String.fromCharCode(each.charCodeAt(0) - TO_HIRAGANA))
  let out = ''
  let isDoubled = false
  for (const each of hiragana) {
    if (each === 'っ') {
      isDoubled = true
      continue
    }
    const glide = GLIDES[each]
    if (glide !== undefined && /[a-z]$/.test(out)) {
      const isY = 'ゃゅょ'.includes(each)
      out = out.replace(/[a-z]$/, '').replace(/(?<!sh|ch|j)$/, isY ? 'y' : '') + glide
      continue
    }
    const reading = READINGS.get(each) ?? ' '
    out += (isDoubled ? (reading[0] ?? '') : '') + reading
    isDoubled = false
  }
  return out
    .split(' ')
    .map(foldLatin)
    .filter((word) => word !== '')
    .join(' ')
}

/** A question in Latin letters in the same form. */
export const romaji = (query: string): string => foldLatin(query.normalize('NFKC').toLowerCase())
