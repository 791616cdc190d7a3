import type { Lang } from '#texts/lang.ts'
import type { Instrument } from './instrument.ts'
import { SECTOR_NAMES } from './sectors.ts'

export type SearchMatch = {
  readonly instrument: Instrument
  readonly field: 'code' | 'name' | 'reading' | 'sector'
  /** The matched part of the shown name, or of the code (half-open, UTF-16 units); null when it cannot be shown there. */
  readonly range: readonly [from: number, to: number] | null
}

/** Best first: a code as typed, the beginning of a code, of the shown name, of a reading; then inside them; then sectors. */
const RANKS = { code: 0, codeStart: 1, nameStart: 2, readingStart: 3, otherName: 4, inside: 5, readingInside: 6, sector: 7 } as const

type Folded = {
  readonly code: string
  readonly names: Readonly<Record<string, string>>
  readonly kana: string
  readonly romaji: string
  readonly sector: string
}
const folded = new WeakMap<Instrument, Folded>()

/**
 * Issues that match what a member typed: the beginning of a code, a part of the name in any language, a reading in hiragana,
 * katakana or Latin letters (long vowels as one likes: gyoko, gyoukou), or a sector. Best first; equal ones keep their order.
 */
export function searchInstruments(instruments: readonly Instrument[], query: string, lang: Lang): SearchMatch[] {
  const wanted = fold(query)
  if (wanted === '') return []
  const found: { match: SearchMatch; rank: number }[] = []
  for (const instrument of instruments) {
    const hit = matchOne(instrument, wanted, lang)
    if (hit) found.push(hit)
  }
  return found.sort((a, b) => a.rank - b.rank).map(({ match }) => match)
}

function matchOne(instrument: Instrument, wanted: string, lang: Lang): { match: SearchMatch; rank: number } | null {
  const texts = foldedOf(instrument)
  const hit = (field: SearchMatch['field'], range: SearchMatch['range'], rank: number) => ({ match: { instrument, field, range }, rank })

  if (texts.code.startsWith(wanted)) {
    return hit('code', [0, wanted.length], texts.code === wanted ? RANKS.code : RANKS.codeStart)
  }
  const name = texts.names[lang]!
  const at = name.indexOf(wanted)
  const shown = [at, at + wanted.length] as const
  if (at === 0) return hit('name', shown, RANKS.nameStart)

  const latin = foldLatin(wanted)
  const isLatin = /^[a-z]/.test(latin)
  if (texts.kana.startsWith(wanted) || (isLatin && texts.romaji.startsWith(latin))) return hit('reading', null, RANKS.readingStart)
  const otherNames = Object.values(texts.names)
  if (otherNames.some((other) => other.startsWith(wanted))) return hit('name', null, RANKS.otherName)
  if (at > 0) return hit('name', shown, RANKS.inside)
  // One letter inside a reading matches nearly everything.
  if (wanted.length > 1) {
    if (otherNames.some((other) => other.includes(wanted))) return hit('name', null, RANKS.inside)
    if (texts.kana.includes(wanted) || (isLatin && latin.length > 2 && texts.romaji.includes(latin))) {
      return hit('reading', null, RANKS.readingInside)
    }
    if (texts.sector.includes(wanted)) return hit('sector', null, RANKS.sector)
  }
  return null
}

function foldedOf(instrument: Instrument): Folded {
  const known = folded.get(instrument)
  if (known) return known
  const made: Folded = {
    code: fold(instrument.code),
    names: Object.fromEntries(Object.entries(instrument.names).map(([lang, name]) => [lang, fold(name)])),
    kana: fold(instrument.kana),
    romaji: foldLatin(fold(instrument.romaji)),
    sector: fold(Object.values(SECTOR_NAMES[instrument.sector]).join('|')),
  }
  folded.set(instrument, made)
  return made
}

const KATAKANA_TO_HIRAGANA = 0x60

/** Full-width to half, capitals to small, katakana to hiragana, accents and spaces away. Keeps one unit per shown character. */
function fold(text: string): string {
  let out = ''
  for (const character of text.normalize('NFKC').toLowerCase()) {
    const code = character.charCodeAt(0)
    if (code >= 0x30a1 && code <= 0x30f6) out += String.fromCharCode(code - KATAKANA_TO_HIRAGANA)
    else if (code >= 0xc0 && code <= 0x17f) out += character.normalize('NFD')[0]
    else out += character
  }
  return out.trim()
}

/** Readings in Latin letters are written with and without long vowels and spaces: both meet in the shortest form. */
const foldLatin = (text: string): string =>
  text.replace(/[\s'-]+/g, '').replace(/ou|oo|oh(?![aeiouy])|ō/g, 'o').replace(/uu|ū/g, 'u').replace(/m(?=[bmp])/g, 'n')
