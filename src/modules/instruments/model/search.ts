import type { Lang } from '#i18n/lang.ts'
import type { Instrument } from './instrument.ts'
import { fold, foldLatin, loose, spelled } from './search-fold.ts'
import { SECTOR_NAMES } from './sectors.ts'

export type SearchMatch = {
  readonly instrument: Instrument
  readonly field: 'code' | 'name' | 'reading' | 'sector'
  /**
   * The matched part of the shown name, or of the code (half-open, UTF-16 units); null when it cannot be
   * shown there.
   */
  readonly range: readonly [from: number, to: number] | null
}

/**
 * Best first: a code as typed, the beginning of a code, the shown name, its beginning, that of a reading;
 * then inside them; then sectors.
 */
const RANKS = {
  code: 0,
  codeStart: 1,
  nameWhole: 2,
  nameStart: 3,
  readingStart: 4,
  otherName: 5,
  inside: 6,
  readingInside: 7,
  sector: 8,
} as const

type Folded = {
  readonly code: string
  readonly names: Readonly<Record<string, string>>
  readonly kana: string
  readonly romaji: string
  readonly sector: string
  /** Names without marks, `&` as a word or left out, Latin letters also as they are read. */
  readonly loose: readonly string[]
}
/** The typed text, in the forms that are compared. */
type Asked = { readonly text: string; readonly latin: string; readonly loose: string }
const askedFor = (text: string): Asked => ({ text, latin: foldLatin(text), loose: loose(text) })

type Hit = { match: SearchMatch; rank: number }
const folded = new WeakMap<Instrument, Folded>()

/** A code as other services write it: 7203.T. */
const SUFFIXED_CODE = /^([0-9a-z]{4,5})\.(?:t|jp)$/

/**
 * Issues that match what a member typed: a code or a part of it, a part of the name in any language and any
 * spelling, a reading in kana or Latin letters of any system (gyoko, gyoukou; shi, si), or a sector; of
 * several words, each. Best first; equal ones keep their order.
 */
export function searchInstruments(
  instruments: readonly Instrument[],
  query: string,
  lang: Lang,
): SearchMatch[] {
  const wanted = fold(query)
  if (wanted === '') return []
  const words = wanted.split(/\s+/).map((word) => word.replace(SUFFIXED_CODE, '$1'))
  const whole = askedFor(words.length === 1 ? words[0]! : wanted)
  const parts = words.length === 1 ? [] : words.map(askedFor)
  const found: Hit[] = []
  for (const instrument of instruments) {
    const hit =
      matchOne(instrument, whole, lang) ?? (parts.length > 0 ? matchWords(instrument, parts, lang) : null)
    if (hit) found.push(hit)
  }
  return found.sort((a, b) => a.rank - b.rank).map(({ match }) => match)
}

/** Every word has to match; shown is the first one, ranked as the weakest. */
function matchWords(instrument: Instrument, words: readonly Asked[], lang: Lang): Hit | null {
  const hits: Hit[] = []
  for (const word of words) {
    const hit = matchOne(instrument, word, lang)
    if (hit === null) return null
    hits.push(hit)
  }
  return { match: hits[0]!.match, rank: Math.max(...hits.map(({ rank }) => rank)) }
}

function matchOne(
  instrument: Instrument,
  { text: wanted, latin, loose: asked }: Asked,
  lang: Lang,
): Hit | null {
  const texts = foldedOf(instrument)
  const hit = (field: SearchMatch['field'], range: SearchMatch['range'], rank: number) => ({
    match: { instrument, field, range },
    rank,
  })

  if (texts.code.startsWith(wanted)) {
    return hit('code', [0, wanted.length], texts.code === wanted ? RANKS.code : RANKS.codeStart)
  }
  const name = texts.names[lang]!
  const at = name.indexOf(wanted)
  const shown = [at, at + wanted.length] as const
  if (at === 0) return hit('name', shown, name === wanted ? RANKS.nameWhole : RANKS.nameStart)

  const isLatin = /^[a-z]/.test(latin)
  if (texts.kana.startsWith(wanted) || (isLatin && texts.romaji.startsWith(latin)))
    return hit('reading', null, RANKS.readingStart)
  const otherNames = Object.values(texts.names)
  if (
    otherNames.some((other) => other.startsWith(wanted)) ||
    (asked !== '' && texts.loose.some((other) => other.startsWith(asked)))
  )
    return hit('name', null, RANKS.otherName)
  if (at > 0) return hit('name', shown, RANKS.inside)
  // One letter inside a reading matches nearly everything.
  return wanted.length > 1 ? insideOf() : null

  function insideOf(): Hit | null {
    if (
      otherNames.some((other) => other.includes(wanted)) ||
      (asked.length > 1 && texts.loose.some((other) => other.includes(asked)))
    )
      return hit('name', null, RANKS.inside)
    const inCode = texts.code.indexOf(wanted)
    if (inCode > 0) return hit('code', [inCode, inCode + wanted.length], RANKS.inside)
    if (texts.kana.includes(wanted) || (isLatin && latin.length > 2 && texts.romaji.includes(latin))) {
      return hit('reading', null, RANKS.readingInside)
    }
    return texts.sector.includes(wanted) ? hit('sector', null, RANKS.sector) : null
  }
}

function foldedOf(instrument: Instrument): Folded {
  const known = folded.get(instrument)
  if (known) return known
  const names = Object.fromEntries(Object.entries(instrument.names).map(([lang, name]) => [lang, fold(name)]))
  const spellings = [...new Set([...Object.values(names), fold(instrument.kana)])]
  const made: Folded = {
    code: fold(instrument.code),
    names,
    kana: fold(instrument.kana),
    romaji: foldLatin(fold(instrument.romaji)),
    sector: fold(Object.values(SECTOR_NAMES[instrument.sector]).join('|')),
    loose: [
      ...new Set(
        spellings.flatMap((name) => [loose(name), loose(name.replaceAll('&', '')), loose(spelled(name))]),
      ),
    ],
  }
  folded.set(instrument, made)
  return made
}
