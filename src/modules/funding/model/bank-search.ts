/** A bank or a branch as the Zengin list has it. */
type Named = { readonly code: string; readonly name: string; readonly kana: string; readonly roma: string }

const SMALL = new Map(
  Array.from('ァィゥェォッャュョヮ', (small, index) => [small, 'アイウエオツヤユヨワ'[index]!]),
)

/**
 * One spelling for all: hiragana as katakana, small kana large, hyphens and the long mark as one, capitals,
 * no spaces.
 */
const plain = (text: string): string =>
  [
    ...text
      .normalize('NFKC')
      .toUpperCase()
      .replaceAll(/[\s・]/g, '')
      .replaceAll(/[ー‐‑–—―−－-]/g, '-'),
  ]
    .map((letter) => {
      const code = letter.codePointAt(0)!
      const kana = code >= 0x3041 && code <= 0x3096 ? String.fromCodePoint(code + 0x60) : letter
      return SMALL.get(kana) ?? kana
    })
    .join('')

/**
 * Endings that people add and the list leaves out, or the other way round: a head office is 本店 with one
 * bank and 本店営業部 with another.
 */
const ENDINGS = /(銀行|信用金庫|信金|支店|営業部|BANK|BRANCH)$/

/**
 * Other names of banks: what they were called until lately, and what people call them. By code of the Zengin
 * list; branches have shorter ones.
 */
const OTHER_NAMES = new Map([
  [
    '0038',
    [
      '住信SBIネット',
      'スミシンエスビーアイネット',
      'SBIネット',
      'dNEOBANK',
      'NEOBANK',
      'ドコモエスエムティービーネット',
    ].map(plain),
  ],
  ['9900', ['郵便局', '郵貯', 'JPバンク', 'JP', 'ユウビンキヨク'].map(plain)],
])

export const MOST_FOUND = 30

/**
 * Those whose code, name, kana or Latin letters begin with what is typed, then those that contain it; each
 * group by code. Nothing typed: the first ones.
 */
export function found<P extends Named>(places: readonly P[], query: string): P[] {
  const typed = plain(query)
  const asked = typed.replace(ENDINGS, '') || typed
  const inOrder = places.toSorted((a, b) => (a.code < b.code ? -1 : 1))
  if (asked === '') return inOrder.slice(0, MOST_FOUND)
  const ranked = inOrder.flatMap((place) => {
    const rank = rankOf(place, typed, asked)
    return rank === null ? [] : [{ place, rank }]
  })
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, MOST_FOUND)
    .map(({ place }) => place)
}

function rankOf({ code, name, kana, roma }: Named, typed: string, asked: string): number | null {
  if (/^\d+$/.test(asked)) return code.startsWith(asked) ? 0 : null
  const forms = [plain(name), plain(kana), plain(roma), ...(OTHER_NAMES.get(code) ?? [])]
  if (forms.some((form) => form === typed || form === asked)) return 0
  if (forms.some((form) => form.startsWith(asked))) return 1
  return forms.some((form) => form.includes(asked)) ? 2 : null
}
