/**
 * The part of a shown text that was searched for, as it is written there: widths, capitals and kana do not
 * matter. null: not in it.
 */
export function matchedRange(text: string, query: string): readonly [from: number, to: number] | null {
  const [folded, wanted] = [fold(text), fold(query.trim())]
  const at = wanted === '' ? -1 : folded.indexOf(wanted)
  return at < 0 ? null : [at, at + wanted.length]
}

const KATAKANA_TO_HIRAGANA = 0x60

/** One unit for each shown unit, so that a place in one is the same place in the other. */
function fold(text: string): string {
  let out = ''
  for (const unit of text) {
    const simple = unit.normalize('NFKC').toLowerCase()
    const one = simple.length === unit.length ? simple : unit
    const code = one.charCodeAt(0)
    out += code >= 0x30a1 && code <= 0x30f6 ? String.fromCharCode(code - KATAKANA_TO_HIRAGANA) : one
  }
  return out
}
