/**
 * Names as banks write them (facts: bank, section 2): half-width katakana with separate voicing marks, A–Z,
 * 0–9, space and ( ) . - /. Small kana are written large, ヰ ヱ as イ エ, the long-vowel mark as a hyphen,
 * hiragana as katakana, a middle dot as a space. A name is kept and compared whole; only the transfer record,
 * whose field is short, cuts it.
 */

const FULL = 'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン'
const HALF = 'ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ'
/** Small kana, and the two old ones that banks have no character for. */
const FOLDED = new Map(
  Array.from('ァィゥェォッャュョヮヵヶヰヱ', (kana, index) => [kana, 'アイウエオツヤユヨワカケイエ'[index]!]),
)
const HALF_OF = new Map(Array.from(FULL, (full, index) => [full, HALF[index]!]))
const VOICED = '\u3099'
const HALF_VOICED = '\u309A'
const PLAIN = /^[A-Z0-9().\-/ ]$/
/** Characters that keyboards offer for the long-vowel mark and the hyphen. */
const HYPHENS = /[ー‐‑‒–—―−－]/g

/** The payee of a transfer record holds so many bytes. */
export const PAYEE_BYTES = 30

/**
 * The name in the banks' characters, one space between its parts; null where a character has no place there.
 */
export function zenginName(typed: string): string | null {
  let name = ''
  const spread = typed
    .normalize('NFKC')
    .replaceAll(HYPHENS, '-')
    .replaceAll(/[\s・]+/g, ' ')
    .trim()
    .toUpperCase()
    .normalize('NFD')
  for (const character of spread) {
    const written = halfWidth(character)
    if (written === null) return null
    name += written
  }
  return name
}

function halfWidth(character: string): string | null {
  if (PLAIN.test(character)) return character
  if (character === VOICED) return 'ﾞ'
  if (character === HALF_VOICED) return 'ﾟ'
  const code = character.codePointAt(0)!
  // Hiragana stand 96 places before their katakana.
  const kana = code >= 0x3041 && code <= 0x3096 ? String.fromCodePoint(code + 0x60) : character
  return HALF_OF.get(FOLDED.get(kana) ?? kana) ?? null
}

/**
 * The part of a name that a transfer record has room for: a longer one is cut, as banks do, never between a
 * kana and its voicing mark.
 */
export function payeeOf(name: string): string | null {
  const whole = zenginName(name)
  if (whole === null || whole.length <= PAYEE_BYTES) return whole
  return whole.slice(0, 'ﾞﾟ'.includes(whole[PAYEE_BYTES]!) ? PAYEE_BYTES - 1 : PAYEE_BYTES).trimEnd()
}

/**
 * True if two names are one: compared after normalisation, without spaces, which every bank sets as it likes
 * (match rule of the facts).
 */
export function isSameName(one: string, other: string): boolean {
  const [a, b] = [matched(one), matched(other)]
  return a !== null && a !== '' && a === b
}

/** The payer's name of a bank statement holds so many bytes: what is beyond them cannot be compared. */
const PAYER_BYTES = 48
/**
 * The form that is compared, and of which a salted hash is kept; null where a character has no place in it.
 */
export const matched = (name: string): string | null =>
  zenginName(name)?.slice(0, PAYER_BYTES).replaceAll(' ', '') ?? null

/** Katakana as people read it: half-width marks joined and widened. */
export const readable = (half: string): string => half.normalize('NFKC')
